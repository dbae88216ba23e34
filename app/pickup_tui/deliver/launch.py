"""What a new tmux window runs: reads a ticket (a private file), removes it, and becomes the agent that it names.

Run by its path with `python -I`, so that neither the folder nor the variables choose what is imported.
"""

from __future__ import annotations

import json
import os
import sys


def main(path: str) -> int:
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    from pickup_tui.deliver import DeliveryError
    from pickup_tui.deliver.agent import Start, become

    with open(path, encoding="ascii") as file:
        ticket = json.load(file)
    os.unlink(path)
    # What tells of the window is the window's own; the rest is of the program that asked for it.
    own = {name: os.environ[name] for name in ("TMUX", "TMUX_PANE", "TERM", "TERM_PROGRAM") if name in os.environ}
    try:
        become(Start(tuple(ticket["argv"]), ticket["folder"]), {**ticket["environ"], **own})
    except DeliveryError as error:
        print(error, file=sys.stderr)
        if sys.stdin.isatty():
            input("Enter closes this window. ")  # which would close before this was read
    return 127


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
