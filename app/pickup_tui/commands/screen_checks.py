"""The slow questions of the screen, in the background: what has changed since a handoff, and a checkpoint's lanes."""

from __future__ import annotations

import os
import threading

from pickup_tui.picker.pane import Facts
from pickup_tui.picker.services import Lane

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pickup_tui.checkpoint.resume import Outcome, Plan
    from pickup_tui.handoff import Handoff
    from pickup_tui.since.background import Checker
    from pickup_tui.since.facts import Since
    from pickup_tui.world import World


class Checks:
    """One handoff at a time: a newer request ends the older one, and an answer that comes late is dropped."""

    def __init__(self, world: World, read: Callable[[Handoff], str]) -> None:
        self._world = world
        self._read = read
        self._lock = threading.Lock()
        self._wanted = 0
        # whose answers are wanted, who gets them, and what is said before them: always of one request
        self._for: tuple[Handoff | None, Callable[[Facts], None], tuple[tuple[str, str], ...]] = (None, lambda _: None, ())
        self._checker: Checker | None = None
        self._plans: dict[tuple[str, str], Plan | Outcome] = {}
        self._done: dict[tuple[str, str], Facts] = {}  # by id and text: what is known already

    def since(self, handoff: Handoff, tell: Callable[[Facts], None]) -> Callable[[], None]:
        """See `Services.since`. Reading the text and importing the checks happen off the caller's thread."""
        with self._lock:
            self._wanted += 1
            number = self._wanted
            checker = self._checker
        if checker:
            checker.cancel()
        threading.Thread(target=self._start, args=(handoff, number, tell), name="since", daemon=True).start()

        def cancel() -> None:
            with self._lock:
                if number != self._wanted:
                    return
                self._wanted += 1
                checker = self._checker
            if checker:
                checker.cancel()

        return cancel

    def _start(self, handoff: Handoff, number: int, tell: Callable[[Facts], None]) -> None:
        text = self._read(handoff)
        lanes = self._verdicts(handoff) if handoff.kind == "checkpoint" else ()
        from pickup_tui.since.background import Checker

        with self._lock:
            if number != self._wanted:
                return
            self._for = (handoff, tell, lanes)
            if self._checker is None:
                self._checker = Checker(self._world, self._known)
            # under the lock: a newer request cannot come between the question and the asking
            self._checker.request(handoff, text)

    def _known(self, since: Since, handoff: Handoff) -> None:
        wanted, tell, lanes = self._for
        if wanted is handoff:
            found = facts(since, lanes)
            if found.done:
                self._done[handoff.id, handoff.text_hash] = found
            tell(found)

    def wait(self, handoff: Handoff) -> Facts:
        """The same, waited for where it is not known yet: for a handoff that is handed over (5 seconds for git, 8 for GitHub)."""
        known = self._done.get((handoff.id, handoff.text_hash))
        if known is not None:
            return known
        from pickup_tui.since import check

        return facts(check(handoff, self._read(handoff), self._world))

    def _verdicts(self, handoff: Handoff) -> tuple[tuple[str, str], ...]:
        from pickup_tui.checkpoint import view
        from pickup_tui.checkpoint.restore import restore

        found = view.preview(restore(project_of(handoff), self._world))
        return tuple((f"lane {lane}: {verdict}", reason) for lane, verdict, reason in found)

    def lanes(self, handoff: Handoff) -> Sequence[Lane] | str:
        """See `Services.lanes`. What passes is kept as a plan (see `plan`), so that what runs is what was shown."""
        if handoff.kind != "checkpoint":
            return "only checkpoints have lanes"
        from pickup_tui.checkpoint import resume
        from pickup_tui.checkpoint.restore import restore

        project = project_of(handoff)
        judged = restore(project, self._world)
        lanes = []
        for verdict in judged.lanes:
            self._plans.pop((handoff.id, verdict.id), None)
            reason = verdict.reason
            if verdict.verdict == "validated":
                plan = self._plans[handoff.id, verdict.id] = resume.planned(judged, verdict.id, self._world)
                if isinstance(plan, resume.Outcome):
                    reason = f"{reason}, but {plan.message}"
            lanes.append(Lane(verdict.id, verdict.verdict, reason, verdict.argv, verdict.cwd))
        return lanes or "this checkpoint has no lanes"

    def plan(self, handoff: Handoff, lane: str) -> Plan | Outcome | None:
        """What `lanes` found that can be run, for this lane of this checkpoint; why it cannot where it passed all the same."""
        return self._plans.get((handoff.id, lane))

    def stop(self) -> None:
        with self._lock:
            self._wanted += 1
            checker = self._checker
        if checker:
            checker.close()


def project_of(handoff: Handoff) -> str:
    """The project of a checkpoint: the folder that holds `.thunderkit`."""
    return os.path.realpath(os.path.dirname(os.path.dirname(handoff.path)))


def evidence(found: Facts) -> list[str]:
    """The facts as the brief gives them, a line each."""
    return [f"{fact}: {rest}" if fact and rest else fact or f"  {rest}" for fact, rest in found.lines]


def facts(since: Since, lanes: tuple[tuple[str, str], ...] = ()) -> Facts:
    """What the preview says of the changes, so far."""
    from pickup_tui.since import summary

    return Facts(summary.sentence(since), (*lanes, *summary.facts(since)), done=not since.pending)
