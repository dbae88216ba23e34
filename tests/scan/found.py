"""What tests say of a search: topics, problems, the one handoff."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pickup_tui.handoff import Handoff
    from pickup_tui.scan import Scan



def topics(found: Scan) -> list[str]:
    return sorted(handoff.topic for handoff in found.handoffs)


def told(found: Scan) -> str:
    return "\n".join(f"{os.path.basename(one.path)}:{one.line or ''}: {one.what}" for one in found.problems)


def only(found: Scan) -> Handoff:
    (handoff,) = found.handoffs
    return handoff
