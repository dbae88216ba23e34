"""What earlier runs read, kept in the cache folder so that unchanged files are not read again.

A line a record, fields apart by U+001F: the text is clean, so no field can hold one, and splitting it is the cheapest
parser there is. Nothing but speed changes when the file is deleted: what is used from it is only what its stamps still
hold for. A wrong, truncated, foreign or newer index is taken for none.
"""

from __future__ import annotations
