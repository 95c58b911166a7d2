"""From the tools of one Offer to the language that its answer must be written in.

schema -> form (JSON terms) -> productions (one set of named rules) -> GBNF text and Lark text.
Pure: no clock, no event loop; the only file read is the packaged text of the base rules.
"""
