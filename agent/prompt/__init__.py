"""What the model reads: stable prefix, history, this turn's block, the message. Pure functions of their
arguments.
"""
