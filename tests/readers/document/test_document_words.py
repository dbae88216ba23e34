"""The vocabulary of each language: titles that say nothing, labels of dates, sentences that name a branch, ends of a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pickup_tui import readers
from pickup_tui.readers.document import generic, words
from pickup_tui.readers.document.topic import specific

if TYPE_CHECKING:
    from pickup_tui.handoff import Handoff

BODY = "\n## Notes\n\nThe parser was moved into a file of its own, and its tests with it; nothing else was touched.\n"


def rows(text: str, body: str = BODY) -> tuple[Handoff, ...]:
    return readers.read("project", "/p/boat/HANDOFF.md", text + body).handoffs


def one(text: str, body: str = BODY) -> Handoff:
    (handoff,) = rows(text, body)
    return handoff


NOTHING = {
    "en": "Current handoff|Cross-session handoff|Technical Handoff|Checkpoint|Where we left off|Session Wrap-up|Claude ↔ Codex handoff|Handoff — 2026-05-01 (Friday)|Handoff #12",
    "zh": "续接说明|会话接力|第 12 次会话交接|新会话接手指南|共享交接|下次会话交接",
    "ja": "次スレッドへの引き継ぎ|新しいチャットへの引き継ぎ|ハンドオーバー|AI引き継ぎ|引継書 第3版|再開メモ",
    "ko": "현재 인계|공용 인계|다음 에이전트에게|이어서 작업하기|재개 가이드",
    "pt": "Handoff atual|Ponto de retomada|Passagem de turno|Continuação da sessão",
    "es": "Traspaso técnico|Punto de retoma|Relevo de turno|Bitácora de sesión",
    "fr": "Point de reprise|Dernière passation|Compte rendu de session",
    "de": "Projektübergabe|Aktuelle Übergabe|Fortsetzungsprompt|Übergabebericht",
    "it": "Passaggio di testimone|Punto di ripresa|Passaggio al prossimo agente",
    "vi": "Bàn giao hiện tại|Bàn giao cho phiên sau|Tiếp tục từ đây",
    "ru": "Передача контекста|Продолжение",
    "tr": "Oturum devri|Devam noktası",
    "id": "Serah terima sesi|Catatan serah terima",
    "ar": "تسليم الجلسة|ملاحظات التسليم",
}


class TestTitles:
    @pytest.mark.parametrize("title", [title for titles in NOTHING.values() for title in titles.split("|")])
    def test_what_says_nothing(self, title: str) -> None:
        assert specific(title) is None

    @pytest.mark.parametrize(
        ("title", "said"),
        [
            ("Technical debt handoff", "Technical debt"),
            ("Handoff technical debt", "technical debt"),
            ("Full-text search handoff", "Full-text search"),
            ("Progress bar fix — Session handoff", "Progress bar fix"),
            ("Handoff: Phase 2", "Phase 2"),
            ("Retomada (quilha nova)", "quilha nova"),
            ("技术债 交接", "技术债"),
            ("Windows 版引き継ぎ", "Windows"),
            ("채팅 서버 인수인계", "채팅 서버"),
        ],
    )
    def test_words_that_say_nothing_stay_beside_others(self, title: str, said: str) -> None:
        assert specific(title) == said

    def test_linear(self) -> None:
        assert not generic.says_nothing("session state " * 20_000 + "keel")
        assert generic.says_nothing("-" * 200_000)

    @pytest.mark.parametrize(
        ("text", "topic"),
        [
            ("# Handoff\n\n## Objetivo atual\n\nTrocar a quilha inteira.\n", "Trocar a quilha inteira"),
            ("# 交接\n\n## 一句话概述\n\n把龙骨换掉，再修帆。\n", "把龙骨换掉，再修帆"),
            ("# Handoff\n\n## Goal of this session\n\nMend the keel at last.\n", "Mend the keel at last"),
            ("# 引き継ぎ\n\n帆の修理の引き継ぎ。規約は別の文書にある。\n", "帆の修理"),
            ("# Handoff\n\nHandoff for the keel repair.\n", "keel repair"),
            ("# Next Session\n\n## Phase 2: new keel\n\nText.\n", "Phase 2: new keel"),
            ("# Handoff\n\n## What is currently in progress\n\nText.\n", "boat"),
            ("# Handoff\n\n- `repo` handler in `app/keel.py`: must be there\n", "boat"),
            ("# 現在状況\n", "現在状況"),
            ("# Handoff\n\nRepo: acme/keel-works, branch main\n", "keel-works"),
        ],
    )
    def test_a_bare_title_gives_way(self, text: str, topic: str) -> None:
        assert one(text).topic == topic

    def test_the_first_sentence_of_a_note_without_headings(self) -> None:
        said = "The keel was cut into three parts and carried to the yard. The sails are still to be sewn."
        assert one(f"# Handoff\n\nStatus: `READY`.\n\n{said}\n", "").topic == "The keel was cut into three parts and carried to the yard"
        assert one(f"# Handoff\n\nRead this file before anything else. {said}\n", "").topic == "The keel was cut into three parts and carried to the yard"
        assert one(f"# Handoff\n\n{said}\n").topic == "boat"  # with headings the lines below a title are about the document

    def test_a_bold_line_above_an_older_log_is_the_newest_session(self) -> None:
        log = "## History\n\n### Session 2 (2026-03-02) — mast\n\nx\n\n### Session 1 (2026-03-01) — oars\n\nx\n"
        found = one(f"# Session Handoff\n\n## Start\n\n**Round 4 shipped, 2026-05-08.**\n\n{log}")
        assert (found.topic, found.declared) == ("Round 4 shipped", "2026-05-08")


DATED = {
    "en": "Last synced|Recorded|Today|Last handoff|Consolidated",
    "zh": "写于|交接時間|整理时间",
    "ja": "記入日|最終確認日|中断日時|本日",
    "ko": "최신화|저장 시각|기준 시점|기록일",
    "pt": "Gerado|Salvo em|Quando|Sessão|Última modificação",
    "es": "Guardado el|Cuándo|Sesión|Redactado|Corte",
    "fr": "À jour au|Quand|Établi le|Horodatage|Modifié le",
    "de": "Gespeichert am|Zeitpunkt|Sitzung|Stichtag|Angelegt",
    "it": "Generato|Consolidato il|Sessione|Redatto il|Compilato il",
    "vi": "Thời điểm|Viết lúc|Phiên|Tính đến|Ngày giờ",
    "ru": "Записано|Время",
    "tr": "Zaman|Kaydedildi",
    "id": "Terakhir diperbarui|Tanggal",
    "ar": "آخر تحديث|التاريخ",
}


class TestDates:
    @pytest.mark.parametrize("label", [label for labels in DATED.values() for label in labels.split("|")])
    def test_labels(self, label: str) -> None:
        assert one(f"# Boat handoff\n\n**{label}:** 2026-05-03\n").declared == "2026-05-03"

    def test_a_session_newer_than_the_label_that_nobody_touched(self) -> None:
        log = "## Session 2 — 2026-03-20\n\nx\n\n## Session 1 — 2026-03-01\n\nx\n"
        assert one(f"# Boat\n\nLast updated: 2026-03-02\n\n{log}").declared == "2026-03-20"
        assert one(f"# Boat\n\nLast updated: 2026-03-22\n\n{log}").declared == "2026-03-22"
        assert one(f"# Boat\n\nLast updated: 2026-03-02\n\n{log.replace('2026-03-20', '2027-01-20')}").declared == "2026-03-02"  # a plan

    def test_the_one_date_of_the_first_paragraph(self) -> None:
        assert one("# Boat\n\nA note with a date on it, 2 October 2026: overwrite it.\n").declared == "2026-10-02"
        assert one("# Boat\n\nFrom 2 October 2026 to 3 November 2026 the yard is closed.\n").declared is None


BRANCHES = """Work is on `B`.|The work lives on the `B` branch.|Currently on branch B|git: B @ abc1234|Git state: `B`, clean|Repo: acme/boat (branch B)
Branch → `B`|Branch is `B`.|This branch (`B`) is half done.|`B` (HEAD abc1234)|- **`B`** branch has 4 commits|Everything is committed to `B`.
当前在 `B` 分支|仓库：acme/boat，分支 B|`B` 分支已推送|`B` ブランチで作業中|ブランチは `B`|`B` 브랜치에서 작업 중|브랜치는 `B`
Repo: acme/boat, branch B|A branch é `B`|Repo: acme/boat, rama B|La rama es `B`|Tout est sur `B`|La branche est `B`
Wir sind auf `B`|Auf dem `B`-Branch|Entwicklungsbranch: `B`|Il branch è `B`|Kho: acme/boat, nhánh B|На ветке `B`|Cabang: B|الفرع: `B`"""
OTHERS = """Base branch: `B`|Merged into `B`.|Delete branch `B`|Next: create branch `B`|Never work on branch `B`|PR against `B`|Rebase onto `B`
Audits written against `B` @ 41b2a1e|从 `B` 分支拉出|`B` ブランチへは push しない|Compare with branch `B`|Branch protection on `B`|Land on `B` when green"""


def each(lines: str) -> list[str]:
    return lines.replace("\n", "|").split("|")


class TestBranches:
    @pytest.mark.parametrize("said", each(BRANCHES))
    def test_sentences(self, said: str) -> None:
        text = said.replace("`B`", "`feat/keel`").replace(" B", " feat/keel")
        assert one(f"# Boat handoff\n\n## State\n\n{text}\n").branch == "feat/keel"

    @pytest.mark.parametrize("said", each(OTHERS))
    @pytest.mark.parametrize("name", ["feat/keel", "main"])
    def test_other_branches(self, said: str, name: str) -> None:
        assert one(f"# Boat handoff\n\n## State\n\n{said.replace('B`', f'{name}`')}\n").branch is None

    def test_when_it_was_completed(self) -> None:
        assert one("# Boat handoff\n\n- **Completed:** 2026-08-05T14:19:37Z\n").declared == "2026-08-05T14:19:37+00:00"

    def test_a_text_to_paste_names_the_branch(self) -> None:
        assert one("# Boat handoff\n\n## Resume prompt\n\n```\nGo on with the keel.\n- ~/boat (worktree, branch feature/keel)\n```\n").branch == "feature/keel"
        assert one("# Boat handoff\n\n## Commands\n\n```\ngit branch keel\n```\n").branch is None
        assert one("# Boat handoff\n\nContinue on:\n\n```text\nfeat/keel\n```\n").branch == "feat/keel"

    def test_traditional_signs(self) -> None:
        found = one("# 工作交接文檔：桅杆\n\n**生成時間**：2026-02-18\n**當前分支**：feat/keel\n**狀態**：已修復\n")
        assert (found.topic, found.declared, found.branch, found.marks) == ("桅杆", "2026-02-18", "feat/keel", ("done",))

    def test_a_repository_before_the_word_and_a_row_of_a_log(self) -> None:
        assert one("# Boat handoff\n\n- **Source**: 15c3cbd, pushed to `acme/boat` branch `feat/keel`.\n").branch == "feat/keel"
        assert one("# Boat handoff\n\n| Item | What | Fixed in |\n|---|---|---|\n| a | the keel | arc-4, ed4ce3e (fix/keel) |\n").branch is None

    @pytest.mark.parametrize("first", ["feat/keel     (17 commits)", "## feat/keel...origin/feat/keel", "On branch feat/keel", "* feat/keel"])
    def test_the_fence_below_its_heading(self, first: str) -> None:
        assert one(f"# Boat handoff\n\n## Branch state\n\n```\n{first}\n  more\n```\n").branch == "feat/keel"

    def test_the_title(self) -> None:
        assert one("# Keel handoff (branch `keel`)\n\nAudits were written against `main` @ 41b2a1e.\n").branch == "keel"

    def test_a_file_is_none(self) -> None:
        assert one("# Boat handoff\n\n| Branch coverage | `keel.rs` |\n|---|---|\n\nOn branch `keel.rs`.\n").branch is None


class TestStatus:
    @pytest.mark.parametrize(
        "line",
        [
            "Status: not superseded", "Superseded: none", "Archived: no", "superseded by: -", "**Superseded by:** n/a", "Replaced by: [path]",
            "Superseded by: <path>", "Obsolete: nein", "Archivé : non", "已归档：否", "アーカイブ：なし", "보관: 없음", "Substituído por: nenhum",
        ],
    )  # fmt: skip
    def test_a_denial_does_not_hide(self, line: str) -> None:
        assert one(f"# Boat handoff\n\n{line}\n").status != "superseded"

    @pytest.mark.parametrize(
        "line",
        [
            "_This handoff has been replaced by docs/y.md_", "Status: Replaced by HANDOFF2.md", "Superseded by: docs/y.md", "Superseded: yes",
            "> **SUPERSEDED:**", "> Diese Übergabe wurde durch docs/y.md ersetzt.", "> 本文档已被 docs/y.md 取代",
            "> この引き継ぎは docs/y.md に置き換えられました", "> 이 문서는 docs/y.md로 대체되었습니다", "> Tài liệu này đã được thay thế bằng y.md",
        ],
    )  # fmt: skip
    def test_what_is_dead_is_hidden(self, line: str) -> None:
        assert one(f"# Boat handoff\n\n{line}\n").status == "superseded"

    @pytest.mark.parametrize("line", ["status: Replaced by HANDOFF2.md", "replaced_by: x.md", "superseded_by: b", "archived: true", "archived_at: 2026-05-01"])
    def test_dead_by_frontmatter(self, line: str) -> None:
        assert one(f"---\n{line}\n---\n# Boat\n").status == "superseded"

    @pytest.mark.parametrize("line", ["superseded_by: none", "superseded_by:", "archived: false", "replaced_by: []", "superseded_by: '-'", "supersedes: a.md"])
    def test_alive_by_frontmatter(self, line: str) -> None:
        assert one(f"---\n{line}\ntitle: keel\n---\n# Boat\n").status != "superseded"

    @pytest.mark.parametrize(
        ("status", "done"),
        [
            ("Complete? no, half done", False), ("done with step 1, step 2 open", False), ("done, but untested", False), ("Complete through Phase 3", False),
            ("concluído, falta deploy", False), ("Fertig bis auf Tests", False), ("Complete (no open items)", True), ("Done. Nothing pending.", True),
            ("完了（残作業なし）", True), ("finished — PR #4 merged", True), ("completed 2026-05-01", True), ("已完成", True),
        ],
    )  # fmt: skip
    def test_done_in_part_is_not_done(self, status: str, done: bool) -> None:
        assert one(f"# Boat handoff\n\nStatus: {status}\n").marks == (("done",) if done else ())


class TestNoRows:
    @pytest.mark.parametrize(
        "text",
        [
            "# Handoff: {{TITLE}}\n\nDate: YYYY-MM-DD\n\n## Next steps\n\n- [ ] {{next}}\n",
            "# {{PROJECT}} — Session Handoff\n\nEach session writes a file of its own. To go on, read the newest of them, and nothing else.\n",
            "# Session Handoff — [Date]\n\n**Branch:** [branch]\n\n## Done\n\n- [what was done]\n",
            "# <project> — handoff\n\nFill in each section before you stop.\n\n## State\n\nOne paragraph on where things stand and what does not work.\n",
            "# Handoff — ${PROJECT}\n\nUpdated: ${DATE}\n\n## Next\n\n- ${NEXT}\n",
            "# Handoff\n\n**Date:** ____\n**Branch:** ____\n\n## Next\n\n- \n",
            "---\ntitle:\ndate:\nbranch:\n---\n\n# Handoff\n\n## Goal\n\n<!-- what is this about -->\n\n## Next steps\n\n<!-- first thing to do -->\n",
            "# Handoff\n\n## Goal\n\n<!-- what -->\n\n## Next\n\n<!-- first -->\n",
            "# HANDOFF — close session template (standard)\n\n1. Summary\n2. Files changed\n3. How to test it, with commands\n\nAll is passed on.\n",
        ],
    )
    def test_templates(self, text: str) -> None:
        assert rows(text, "") == ()

    @pytest.mark.parametrize(
        "title",
        [
            "How we do handoffs", "Handoff rules — read before you start", "Como fazemos handoffs", "Comment on fait une passation", "引き継ぎの書き方", "交接规范",
            "인수인계 작성법", "LUẬT BÀN GIAO — mọi phiên phải đọc", "Wie wir übergeben: Regeln für die Übergabe",
        ],
    )  # fmt: skip
    def test_how_handoffs_are_made(self, title: str) -> None:
        assert rows(f"# {title}\n\nEvery session ends with one, written before it stops.\n\n- Name the branch and what blocks.\n") == ()

    @pytest.mark.parametrize(
        "text",
        [
            "# Handoff: fix login\n\nBranch: -\nNext: deploy it to the test server\n",
            "# Handoff: `{{ }}` escaping\n\n## Next\n\n- Write a test for `{{ user }}` in the page that shows it.\n",
            "# [boat] Handoff\n\n## Next\n\n- Mend the keel of the boat before it is let into the water.\n",
            "# Handoff [session 12]\n\nThe keel was mended, the sail is being sewn, the mast is still to be found.\n\n- next: the mast\n",
            "# Handoff template engine\n\n## Next\n\n- Mend the loop of the engine and its test.\n",
            "# Handoff protocol parser\n\n## Next\n\n- Mend the loop of the parser and its test; then the docs.\n",
            "# Handoff rules engine: new keel\n\n## Next\n\n- Mend the rules of the engine and their tests.\n",
            "---\nstatus: active\nnext: mend the keel\nbranch:\n---\n\n# Handoff\n",
            "# Handoff\n\n## State\n\nThe keel was mended, the sail is being sewn, the mast is still to be found and made.\n\n## Blockers\n\n<!-- none -->\n\n## Notes\n\n<!-- -->\n",
        ],
    )
    def test_handoffs_that_look_like_one(self, text: str) -> None:
        assert len(rows(text, "")) == 1


def test_every_language_has_its_words() -> None:
    for table in (words.UPDATED, words.DATED, words.BRANCH):
        assert {"en", "zh", "ja", "ko", "pt", "es", "fr", "de", "it", "vi", "ru", "tr", "id", "ar"} <= table.keys()
