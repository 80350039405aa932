"""The command line of Bomberstream: what a player types, and what he reads.

It knows the core, meets games through the plugins alone, and imports nothing heavy before a command runs.
"""

from .app import main

__all__ = ["main"]
