"""Texts made to take long: one thing, many times, where a rule looks at it. Time stays in proportion to the size."""

from __future__ import annotations

import json
import random
import time

import pytest

from pickup_tui import prs, readers, text
from pickup_tui.readers.document.jsonfile import FIELDS
from pickup_tui.save import credentials

ALLOWED = 3.0  # seconds of this process; what was found here took from 5 to for ever
PROJECT = "/home/u/Projects/x/HANDOFF.md"
TOKENS = (
    "-", "—", "x", "a", "(", "[", "]", "`", "**", "_", "~~", "✅", ". ", "。", ": ", "：", "|", " ", "\t", "done", "next", "branch", "main", "`main`",
    "abcdef1", "0", "20", "2026-11-20", "/", ".", ",", "#", "1. ", "- [ ] ", "> ", "<a>", "{{", "下一步", "完成", "🟡", "→", "@", "Next step: ", "see ", "a-", "a/", "é",
)  # fmt: skip
PLACES = (
    "# {}\n", "# Handoff {}\n", "# H\n\n## Completed\n\n### Done: {} a b\n", "# H\n\n## Completed\n\n- {}\n", "# H\n\n## Done today\n\n{}\n", "# H\n\n## Next steps\n\n- {}\n",
    "# H\n\n## Next steps\n\n### a{}!\n", "# H\n\n## Next steps\n\n| a | b{}! | c |\n", "# H\n\n**Branch**: {}\n", "# H\n\n**Session**: {}\n", "# H\n\n**Date**: {}\n", "# H\n\n**Status**: {}\n",
    "# H\n\nThe next step is {}\n", "# H\n\nwork is on {}\n", "# H\n\n## Start prompt\n\n> {}\n", "---\ntitle: {}\n---\n# H\n", "# H\n\n## Blockers\n\n{}\n", "# H\n\n### TODO: {}\n", "# H\n\n<next_step>{}</next_step>\n",
)  # fmt: skip


def taken(kind: str, path: str, own: str) -> float:
    own = text.decode(own.encode())
    began = time.process_time()
    readers.read(kind, path, own)
    return time.process_time() - began


class TestReaders:
    @pytest.mark.parametrize(
        ("kind", "own"),
        [
            ("project", "# Handoff\n\n## Completed\n\n### Done: " + "-" * 600 + " a b\n"),
            ("project", "# Handoff\n\n" + ("## Done today\n\n" + ("### " + "完成" * 200 + "\n") * 20) * 8 + "\n## Next steps\n\n- go\n"),
            ("project", "# H\n\n## Next steps\n\n### a" + "→" * 24_000 + "!\n"),
            ("project", "# H\n\n## Next steps\n\n| a | b |\n|---|---|\n| a | b" + "→" * 24_000 + "! |\n"),
            ("project", "# H\n\nThe next step is x\n" + ("\n" + "| Next step: " * 500) * 100),
            ("project", "# H\n\n## Done today\n\n" + ("\n| " + "\u3000Next step: " * 45) * 400),
            ("project", "## main (updated 2026-11-20)\n\n**What**: x\n**Plan:** #1 *" + "[" * 60_000 + "\n"),
            ("card", '---\nkind: handoff\nprs:\n  - "#1 *' + "[" * 60_000 + '"\n---\n'),
            ("baton", "# T\n\n#1 *" + "[" * 60_000 + "\n"),
        ],
    )
    def test_what_once_took_long(self, kind: str, own: str) -> None:
        assert taken(kind, PROJECT, own) < ALLOWED

    def test_one_thing_inside_a_heading_a_cell_a_label_an_item(self) -> None:
        """Each token in each place: in one long line, and in forty lines as long as a rule looks at."""
        dice = random.Random(4)
        slow = {}
        for token in TOKENS:
            for place in PLACES:
                bomb = ((dice.choice(TOKENS) + token if dice.random() < 0.5 else token) * 600)[: dice.choice((600, 6000))]
                own = place.format(bomb) + f"\n### {bomb}" * dice.choice((0, 0, 10))
                took = taken("project", PROJECT, own)
                if took > 0.5 + len(own) / 40_000:
                    slow[place, bomb[:8]] = took
        assert slow == {}

    def test_json_that_says_nothing_many_times(self) -> None:
        names = [name for name in FIELDS["next_step"] if name.startswith("next_")]
        own = json.dumps({f"k{at}": dict.fromkeys(names, ["なし"] * 100) for at in range(100)}, ensure_ascii=False)
        assert taken("project", "/home/u/Projects/x/.planning/HANDOFF.json", own) < ALLOWED


class TestReferencesAndCredentials:
    @pytest.mark.parametrize("token", ["[", "a/", "#1 ", "a.a", "https://", "https://a.b/c/d/pull/1[", "a-", "word "])
    def test_pull_requests(self, token: str) -> None:
        began = time.process_time()
        prs.find("#1 *" + token * (100_000 // len(token)) + "!")
        assert time.process_time() - began < ALLOWED

    @pytest.mark.parametrize("front", ["", "sk-", "eyJ", "//"])
    @pytest.mark.parametrize(
        "token",
        ["sk-", "eyJ", "eyJ=", "1sk-", "sk-ant-a", "T3BlbkFJ", "xoxb-", "AKIA", "aws key ", ":_authToken=", "ghp_", "SG.", "/", "-----BEGIN PRIVATE KEY-----", "-----BEGIN ", "PuTTY-User-Key-File-2", "AccountKey="],
    )
    def test_credentials(self, token: str, front: str) -> None:
        began = time.process_time()
        credentials.find(front + token * (60_000 // len(token)) + "! sk-x")
        assert time.process_time() - began < ALLOWED

    def test_those_that_are_spelled_anew_are_found_where_they_stand(self) -> None:
        key = "sk-" + "a1" * 12 + "T3Blbk" + "FJ" + "b2" * 10
        for said, start in ((f"use {key}!", 4), (f"x {key[3:]}", None), (f"sk- {key[3:]}", None)):
            assert [one.start for one in credentials.find(said) if one.kind == "OpenAI Token"] == ([] if start is None else [start]), said
        begin, end = "-----BEGIN RSA PRIVATE" + " KEY-----", "-----END RSA PRIVATE" + " KEY-----"
        assert credentials.redact(f"a\n{begin}\nx y z\n{begin}\n{end}\nb\n{begin}") == "a\n[redacted: Private Key]\nb\n[redacted: Private Key]"
        assert credentials.redact("//registry/:_auth" + "Token=npm_" + "x" * 12) == "//registry/[redacted: NPM tokens]"
