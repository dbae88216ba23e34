"""What a brief leaves unsaid, out of the Markdown around it: by the rules that documents are read by."""

from __future__ import annotations

from pickup_tui.handoff import Brief, Reason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .document.page import Page


def page_of(path: str, text: str, start: int = 0, *, matter: bool = True) -> Page:
    """A text as a document's page; its first line is the one after `start` of its file. `matter`: frontmatter may begin it."""
    from .document.page import Page

    page = Page(path, text, matter=matter)
    if start:
        page.move(start)
    return page


def branch_of(page: Page) -> tuple[str, Reason] | None:
    """The branch that the text names, and why."""
    from .document import branch, sessions

    return branch.read(page, sessions.scope(page))


def filled(brief: Brief, page: Page) -> tuple[Brief, tuple[Reason, ...]]:
    """The brief with the next step, and why the last session stopped, of a text that says them in words and headings.

    A brief that names a next step is whole: it is given back as it is. The reasons are of what was added.
    """
    if brief.next_step:
        return brief, ()
    from .document import sessions, steps, why

    scope = sessions.scope(page)
    found = [steps.read(page, scope), None if brief.why_stopped else why.read(page, scope)]
    values = {answer[1].field: answer[0] for answer in found if answer}
    new = Brief(
        next_step=values.get("next_step"),
        why_stopped=brief.why_stopped or values.get("why_stopped"),
        plan_progress=brief.plan_progress,
        date=brief.date,
        hash=brief.hash,
        extra=brief.extra,
    )
    return new, tuple(answer[1] for answer in found if answer)
