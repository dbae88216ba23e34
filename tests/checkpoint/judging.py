"""What the tests of a restore say of its result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lab import Lab

if TYPE_CHECKING:
    from pickup_tui.checkpoint.restore import Restoration



def failed(result: Restoration, target: str) -> dict[str, str]:
    """The checks of a target that did not pass, with their reasons."""
    return {check.check: check.reason for check in result.checks if check.target == target and not check.ok}


def said(result: Restoration, target: str, name: str) -> str:
    """The reason of one check, whatever came of it."""
    (reason,) = (check.reason for check in result.checks if (check.target, check.check) == (target, name))
    return reason


def only_lane_one_fails(lab: Lab, check: str, words: str, verdict: str = "not_resumable") -> None:
    result = lab.restore()
    assert [lane.verdict for lane in result.lanes] == [verdict, "validated"]
    bad = failed(result, "L1")
    assert check in bad, bad
    assert words in bad[check]
    assert words in result.lanes[0].reason
    assert (result.lanes[0].argv, result.lanes[0].cwd) == (None, None)
    assert not failed(result, "root")
    assert result.exit_code == 0


def everything_fails(lab: Lab, check: str, words: str, verdict: str = "not_resumable") -> None:
    result = lab.restore()
    assert [lane.verdict for lane in result.lanes] == [verdict, verdict]
    bad = failed(result, "root")
    assert words in bad[check], bad
    assert words in result.lanes[1].reason
