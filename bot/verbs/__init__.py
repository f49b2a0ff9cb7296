"""The verbs of the command line; each module adds its parser and runs.

They import what they need when they run: `ask` must not wait for Discord's library.
"""
