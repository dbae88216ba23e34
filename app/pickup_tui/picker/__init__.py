"""The screen: a pure state, one function that draws it, and the two things that put it on a terminal.

`state` says what a key does, `frame` what the screen then looks like; neither knows a terminal. `paint` writes
the first frame before Textual is imported, `app` draws every later one with it. All they know of the world is in
`services`.
"""
