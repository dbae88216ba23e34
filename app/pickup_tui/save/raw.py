"""A file's bytes by line, so that some lines can be replaced and every other byte stays what it is."""

from __future__ import annotations

import re

from pickup_tui import text

from .safe import NotSaved


class Raw:
    """The bytes of a text file and what they say.

    lines    the lines as bytes, each with its ending; joined they are the file
    texts    the same lines as readers see them, without endings: `texts[n]` is what `lines[n]` says
    newline  the ending that the file's lines have; a line feed where it has none
    """

    def __init__(self, data: bytes, path: str) -> None:
        """Raises NotSaved for UTF-16, where bytes are no lines."""
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise NotSaved(f"{path} is UTF-16: not written", "save it as UTF-8 first")
        self.path = path
        self.data = data
        self.lines = re.findall(rb"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+", data)
        texts = text.decode(data).split("\n")
        self.texts = texts[:-1] if texts[-1] == "" else texts
        self.texts += [""] * (len(self.lines) - len(self.texts))  # a byte order mark alone
        first = re.search(rb"\r\n|\n|\r", data)
        self.newline = first[0] if first else b"\n"

    @property
    def text(self) -> str:
        """The whole as readers see it."""
        return "\n".join(self.texts) + ("\n" if self.texts else "")

    def replaced(self, start: int, end: int, new: str) -> bytes:
        """The file with the lines from index `start` up to, without, `end` replaced by `new` (lines that end with a line feed).

        A last line that had no ending gets one when something follows it. Where the file is not UTF-8, the new text
        is written in the encoding that the file is read by. Raises NotSaved when that cannot say it.
        """
        before, after = b"".join(self.lines[:start]), b"".join(self.lines[end:])
        if new and before and not before.endswith((b"\n", b"\r")):
            before += self.newline
        for encoding in ("utf-8", "cp1252"):
            try:
                middle = new.encode(encoding).replace(b"\n", self.newline)
            except UnicodeEncodeError:
                continue
            whole = before + middle + after
            if text.decode(whole) == _lines(self.texts[:start]) + new + _tail(self, end):
                return whole
        raise NotSaved(f"{self.path} is not UTF-8, and the new text cannot be added to it as it is", "save the file as UTF-8 first")


def _lines(texts: list[str]) -> str:
    return "".join(line + "\n" for line in texts)


def _tail(raw: Raw, end: int) -> str:
    """What follows, with no line feed where the file's last line has none."""
    rest = _lines(raw.texts[end:])
    return rest[:-1] if rest and not raw.data.endswith((b"\n", b"\r")) else rest
