"""Each field of a document: where people write it, in every language of the tables."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import pytest

from pickup_tui import readers

if TYPE_CHECKING:
    from pickup_tui.handoff import Handoff, Reading

BODY = "\n## Notes\n\nThe parser was moved into a file of its own, and its tests with it; nothing else was touched in this session.\n"


def reading(text: str, path: str = "/home/u/Projects/boat/HANDOFF.md", *, body: str = BODY) -> Reading:
    return readers.read("project", path, textwrap.dedent(text) + body)


def one(text: str, path: str = "/home/u/Projects/boat/HANDOFF.md", *, body: str = BODY) -> Handoff:
    (handoff,) = reading(text, path, body=body).handoffs
    assert handoff.kind == "document"
    return handoff


class TestTopic:
    @pytest.mark.parametrize(
        ("title", "topic"),
        [
            ("# Handoff: sail plan", "sail plan"),
            ("# Session Handoff — sail plan (2026-05-01)", "sail plan"),
            ("# Boat yard · Session Handoff", "Boat yard"),
            ("Boat yard handover\n===", "Boat yard"),
            ("# HANDOFF - Post-launch: 12 leaks", "Post-launch: 12 leaks"),
            ("# 🔄 SESSION HANDOFF - KEEL WORK", "KEEL WORK"),
            ("# `.ai/HANDOFF.md` — keel work", "keel work"),
            ("# 船体整备 · 开发交接文档", "船体整备"),
            ("# 帆の修理システム 引き継ぎドキュメント", "帆の修理システム"),
            ("# 引き継ぎ：帆の修理の件", "帆の修理の件"),
            ("# 돛 수리 프로젝트 인수인계서", "돛 수리 프로젝트"),
            ("# Conserto das velas · Handoff", "Conserto das velas"),
            ("# Traspaso — arreglo de velas", "arreglo de velas"),
            ("# Passation — réparation des voiles", "réparation des voiles"),
            ("# Übergabe: Segel flicken", "Segel flicken"),
            ("# Riparazione vele — passaggio di consegne", "Riparazione vele"),
            ("# Bàn giao phiên: sửa buồm", "sửa buồm"),
            ("# Date: 2026-05-01\n# Branch: main\n# Keel work", "Keel work"),
            ("# Keel work\n" + "\n".join(f"# Part {n}" for n in range(77)), "Keel work"),
        ],
    )
    def test_titles(self, title: str, topic: str) -> None:
        assert one(title + "\n").topic == topic

    @pytest.mark.parametrize("key", ["title", "topic", "subject", "feature", "task", "phase"])
    def test_frontmatter(self, key: str) -> None:
        assert one(f'---\n{key}: "#12 keel: work"\nstatus: active\n---\n# Handoff\n').topic == "#12 keel: work"

    def test_a_state_is_no_topic(self) -> None:
        assert one("---\ntask: in_progress\nphase: keel work\n---\n").topic == "keel work"

    @pytest.mark.parametrize(
        ("text", "topic"),
        [
            ("# Handoff\n\n## Goal\n\nFlick the sails. Then rest.\n", "Flick the sails"),
            ("# Session Handoff - November 10, 2025\n\n**Feature:** sail plan · second try\n", "sail plan · second try"),
            ("# Handoff\n\n## Current Status: Phase 3 - sail plan\n", "Phase 3 - sail plan"),
            ("# Handoff\n\n## What is Boatyard?\n", "Boatyard"),
            ("# Handoff\n\n**Last session**: 2026-03-29 — sails built, needs a test\n", "sails built, needs a test"),
        ],
    )
    def test_a_generic_title_gives_way(self, text: str, topic: str) -> None:
        assert one(text).topic == topic

    def test_the_file_name_then_the_project(self) -> None:
        assert one("# Handoff\n", "/p/boat/docs/handoffs/2026-06-28-1036-keel-work.md").topic == "keel work"
        assert one("# Handoff\n", "/p/boat/.claude/handoffs/handoff_20260305_160758.md").topic == "boat"

    def test_without_a_heading_the_first_line(self) -> None:
        assert one("【引継ぎ】帆の修理（残り4件）\n作成: 2026-06-21\n", body="\n帆の修理は半分まで終わった。残りは次の担当者が行うこと。\n").topic == "帆の修理 (残り4件)"


class TestDate:
    @pytest.mark.parametrize(
        ("text", "declared"),
        [
            ("---\nlast_updated: 2026-06-26T17:45:48-0300\ndate: 2026-01-01\n---\n# x", "2026-06-26T17:45:48-03:00"),
            ("---\ncreated: 2026-01-01\n---\n# x", "2026-01-01"),
            ("# x\n**Last Updated**: Mar 3, 2026 by somebody", "2026-03-03"),
            ("# x\n**Date:** 2025-11-17 (Original) | Updated: 2025-11-18", "2025-11-18"),
            ("# x\n> **更新**：2026-04-24 session N", "2026-04-24"),
            ("# x\n本文最后更新：2026-07-30（跑通之日）", "2026-07-30"),
            ("# x\n最終更新日: 2026年7月7日", "2026-07-07"),
            ("# x\n최종 업데이트: 2026년 7월 8일", "2026-07-08"),
            ("# x\n*Última atualização: 28/02/2026 15:50*", "2026-02-28T15:50:00"),
            ("# x\nActualizado el 9 de agosto de 2026", "2026-08-09"),
            ("# x\nMis à jour le 1er mars 2026", "2026-03-01"),
            ("# Übergabe — Stand 12.08.2026, Feierabend", "2026-08-12"),
            ("# x\nUltimo aggiornamento: 2026-05-08, dopo la sessione", "2026-05-08"),
            ("# x\n*Cập nhật 12/09/2026 (vòng 34)* của các bản và không có cho được", "2026-09-12"),
            ("# Handoff 2026-06-28", "2026-06-28"),
            ("# x\n\n## Done on 2026-01-02\n\n## Later, 2026-02-03", "2026-02-03"),
            ("# x\n\n## Date\n\n2026-04-05", "2026-04-05"),
            ("# x\n\n| Date | 2026-04-06 |\n|---|---|", "2026-04-06"),
            ("# x\n\nSessão encerrada em 2026-06-17T14:29:26.242Z.", "2026-06-17T14:29:26+00:00"),
        ],
    )
    def test_where_people_write_it(self, text: str, declared: str) -> None:
        found = one(text + "\n")
        assert found.declared == declared
        assert found.approximate is False

    @pytest.mark.parametrize(
        "text",
        [
            "# x\n\nDeadline: 2026-09-01",
            "# x\n\n**Due date:** 2026-09-01",
            "# x\n\n## Release 2026-09-01",
            "# x\n\nUpdated: 2025-02-XX",
            "# x\n\nSee docs/2026-02-14-plan.md for last month",
            "# x\n\nProva sui dati di aprile 2026",
        ],
    )
    def test_other_dates_are_not_the_handoffs(self, text: str) -> None:
        found = one(text + "\n")
        assert found.declared is None
        assert found.approximate is True

    def test_the_file_name_and_the_footer(self) -> None:
        assert one("# x\n", "/p/boat/引継_帆_20260717.md").declared == "2026-07-17"
        assert one("# x\n", body=BODY + "\n" * 3 + "more words\n\n" * 30 + "---\n\n*Updated 2026-04-11*\n").declared == "2026-04-11"


class TestBranch:
    @pytest.mark.parametrize(
        "text",
        [
            "**Branch:** `feat/sails` (merged)",
            "- Branch: feat/sails, clean",
            "**Date:** 2026-06-30 · **Branch at handoff:** `feat/sails` (clean)",
            "分支: `feat/sails`",
            "**ブランチ**: feat/sails",
            "현재 브랜치: `feat/sails`",
            "Rama actual: `feat/sails`",
            "**Branche**: `feat/sails`",
            "Aktueller Zweig: `feat/sails`",
            "Ramo: `feat/sails`",
            "Nhánh: `feat/sails`",
            "| branch | `feat/sails` |\n|---|---|",
            "## Branch\n\nfeat/sails",
            "Everything is on branch **`feat/sails`** (off main).",
            "HEAD: `3d03daf` (feat/sails, pushed)",
            "`feat/sails` @ `d2e84c4`",
        ],
    )
    def test_where_people_write_it(self, text: str) -> None:
        assert one(f"# x\n\n{text}\n").branch == "feat/sails"

    def test_frontmatter_first(self) -> None:
        assert one("---\nbranch: feat/sails\n---\n# x\n\n**Branch:** main\n").branch == "feat/sails"

    def test_of_two_the_first(self) -> None:
        assert one("# x\n\n**Current branch:** `feat/a`\n\n**Current branch:** `feat/b`\n").branch == "feat/a"

    @pytest.mark.parametrize(
        "text",
        [
            "Base branch: `main`",
            "Branch: none yet",
            "Branch: ready to merge",
            "Branch `wip/<id>-slug` for each ticket",
            "No branch was ever pushed.",
            "- **Branch protection** is on",
            "La rama `feat/old` ya no existe",
            "| PR | Branch | Status |\n|---|---|---|\n| 4 | `feat/x` | open |",
        ],
    )
    def test_what_is_no_branch(self, text: str) -> None:
        assert one(f"# x\n\n{text}\n").branch is None


class TestStatus:
    @pytest.mark.parametrize(
        "banner",
        [
            "> **Archived 2026-07-25:** see the new one",
            "> ⚠️ SUPERSEDED by docs/new.md",
            "**Status:** superseded",
            "> This handoff has been replaced by `new.md`.",
            "# ⛔ OBSOLETE",
            "<!-- archived -->",
            "> 本文档已废弃，请看新文档",
            "> **廃止**：新しい文書を見ること",
            "> 이 문서는 폐기되었습니다",
            "> **Obsoleto** — ver o novo",
            "> ⛔ CADUC, voir le nouveau",
            "> **Veraltet.** Siehe neue Übergabe",
        ],
    )
    def test_superseded(self, banner: str) -> None:
        found = reading(f"# Sails\n\n{banner}\n")
        assert found.handoffs[0].status == "superseded"
        assert found.problems == ()  # a row that is left out is told as such

    @pytest.mark.parametrize(
        "text",
        [
            "_Last updated: 2026-08-14. Supersedes all earlier content._",
            "> The old plan is archived in docs/old.md",
            "supersedes: old.md",
            "> Archived data is kept for a year",
            "## Archived branches",
        ],
    )
    def test_what_only_holds_the_word_stays(self, text: str) -> None:
        assert one(f"# Sails\n\n{text}\n").status != "superseded"

    def test_finished_stays_and_is_marked(self) -> None:
        found = one("# Sails\n\n**Status:** Complete — merged\n")
        assert (found.status, found.marks) == ("complete — merged", ("done",))
        assert one("# Sails\n\n**Status:** in progress\n").marks == ()


class TestRest:
    def test_why_stopped(self) -> None:
        assert one("# x\n\n## Current state\n\nHalf done.\n\n## Blockers\n\n- the mast is gone\n").brief.why_stopped == "the mast is gone"
        assert one("# x\n\n<current_state>\nHalf done.\n</current_state>\n").brief.why_stopped == "Half done."

    def test_commit_and_progress(self) -> None:
        found = one("# x\n\n**HEAD**: `0f5b1f4` (feat)\n**Progress**: 3/7\n").brief
        assert (found.hash, found.plan_progress) == ("0f5b1f4", "3/7")

    def test_a_hash_that_looks_like_a_number(self) -> None:
        assert one("---\ngit_commit: 1958e194\nstatus: active\n---\n# x\n").brief.hash == "1958e194"

    def test_reasons_say_rule_and_line(self) -> None:
        reasons = {one.field: (one.rule, one.line) for one in reading("# Sails\n\n**Date:** 2026-01-02\n**Branch:** `feat/x`\n\n## Next\n\n- go\n").reasons}
        assert reasons["topic"] == ("title", 1)
        assert reasons["date"] == ("label of a date", 3)
        assert reasons["branch"] == ("label of a branch", 4)
        assert reasons["next_step"] == ("heading of next steps", 8)
