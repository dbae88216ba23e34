r"""The one sanitiser: text of a handoff is cleaned once, where it comes in, and is inert from there on.

What a terminal would obey (C0, DEL, C1) is replaced by a visible sign; what would hide or
reorder words (bidirectional controls, tag characters, invisible fillers, runs of variation
selectors) is written out as `[U+202E]`. Zero-width joiner and non-joiner stay: scripts need them.
Lines stay lines: only "\\n" and "\\t" survive of the control characters.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

# Invisible or reordering, and no script needs them inside a line of a handoff: marks and overrides of
# direction, line and paragraph separators, fillers, interlinear marks, soft hyphen, invisible operators.
_HIDDEN = (
    *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C, 0x2028, 0x2029, 0x200B, 0x2060,
    *range(0x2061, 0x2066), *range(0x206A, 0x2070), 0xFEFF, 0x00AD, 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5,
    0x180B, 0x180C, 0x180D, 0x180E, 0x180F, 0x3164, 0xFFA0, *range(0xFFF0, 0xFFFC),
    *range(0x0600, 0x0606), 0x06DD, 0x070F, 0x0890, 0x0891, 0x08E2, 0x110BD, 0x110CD,  # which go around numbers, where a terminal draws nothing
    *range(0x13430, 0x13440), 0x13441, 0x13442, 0x16FE4, 0x1D159,  # controls, blanks and fillers of scripts that nobody writes in
)  # fmt: skip
_SELECTORS = frozenset(chr(code) for code in range(0xFE00, 0xFE10))
_JOINERS = frozenset("\u200c\u200d")
_FREE = _SELECTORS | _JOINERS  # one of them may stand behind a visible sign


class _Signs(dict[int, str | int]):
    """Code point to what stands for it; those outside the table are worked out when first met, and kept.

    An answer costs a tenth of the LookupError by which a table may say that a sign stays.
    """

    def __missing__(self, code: int) -> str | int:
        sign: str | int = code
        if 0xD800 <= code <= 0xDFFF:
            sign = "\ufffd"
        elif 0xE0000 <= code <= 0xE0FFF or 0x1BCA0 <= code <= 0x1BCA3 or 0x1D173 <= code <= 0x1D17A:
            sign = f"[U+{code:04X}]"
        self[code] = sign
        return sign


_SAFE = bytes(range(0x20, 0x7F)) + b"\n\t"  # of ASCII, what stays as it is
_SIGNS = _Signs()
_SIGNS.update({code: chr(0x2400 + code) for code in range(0x20)})
_SIGNS.update({code: f"[U+{code:04X}]" for code in (*range(0x80, 0xA0), *_HIDDEN)})
_SIGNS.update({0x7F: "\u2421", 0x09: "\t", 0x0A: "\n"})


def clean(text: str) -> str:
    """`text` with everything that a terminal obeys or that hides words made visible; lines stay as they are."""
    if text.isascii():
        if (len(text) < 100 and text.isprintable()) or not text.encode().translate(None, _SAFE):
            return text
    elif len(text) > 200:  # mostly nothing is to be done, which the signs that occur tell faster than all of them in their places
        used = "".join(set(text))
        if used.translate(_SIGNS) == used and _FREE.isdisjoint(used):
            return text
    text = text.translate(_SIGNS)
    return _runs(text) if not _FREE.isdisjoint(text) else text


def _runs(text: str) -> str:
    """Variation selectors and joiners, of which one after a visible sign is normal and a run is a hiding place.

    A joiner may also stand behind a selector, as in emoji of several parts. Selectors behind letters, and those that
    choose neither text nor emoji, are nobody's writing: one behind each letter would carry half a byte, unseen.
    """
    out: list[str] = []
    before = " "
    for char in text:
        hidden = char in _FREE and (before.isspace() or before in _JOINERS or (char in _SELECTORS and (before in _SELECTORS or char < "\ufe0e" or before.isalpha())))
        out.append(f"[U+{ord(char):04X}]" if hidden else char)
        before = " " if hidden else char  # what follows in the run is hidden too
    return "".join(out)


def one_line(text: str) -> str:
    """`text` cleaned and as one line: white space of any kind becomes single spaces, none at the ends."""
    return clean(" ".join(text.split()))


def inert(text: str) -> str:
    """`text` in one line with every space as it is: paths and ids, whose white space counts. Line ends and tabs get signs."""
    text = clean(text)
    return text.replace("\n", "\u240a").replace("\t", "\u2409") if "\n" in text or "\t" in text else text


def decode(data: bytes) -> str:
    r"""The text of a file's bytes, never failing: UTF-8, UTF-16 with its mark, else Windows-1252.

    Line endings become "\\n", one for each line of the file, so that line numbers hold.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = data.decode("utf-16", "replace")
    else:
        try:
            text = data.removeprefix(b"\xef\xbb\xbf").decode()
        except UnicodeDecodeError:
            text = _mixed(data)
    text = text.removeprefix("\ufeff").removeprefix("\u00ef\u00bb\u00bf")  # a mark, and one that was encoded twice
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return clean(text)


def _mixed(data: bytes) -> str:
    """Bytes that are not UTF-8: UTF-8 letters with little damage between them stay, anything else is Windows-1252."""
    text = data.decode("utf-8", "replace")
    damaged = text.count("\ufffd")
    if damaged * 20 <= len(text) and sum(char > "\x7f" for char in text) > 2 * damaged:
        return text.removeprefix("\ufeff")
    return data.decode("cp1252", "replace")


def fold(text: str) -> str:
    """For comparing what people type: casefolded, composed, full-width forms made plain; accents stay.

    Twice folded, because casefolding can undo a normalisation (Unicode 3.13, D147).
    """
    if text.isascii():
        return text.lower()
    import unicodedata

    folded = unicodedata.normalize("NFKC", text).casefold()
    return unicodedata.normalize("NFKC", folded).casefold()


def words(values: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    items = list(values)
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + " and " + items[-1] if items else ""


def spans(numbers: Iterable[int], most: int = 6) -> str:
    """Numbers as people write them: `1–9`, `2, 4, 9–10`; after `most` parts `…`."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    parts = [str(first) if first == last else f"{first}–{last}" for first, last in found]
    return ", ".join([*parts[:most], *(["…"] if len(parts) > most else [])])
