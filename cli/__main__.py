"""`python -m bomberstream.cli`."""

from .app import main

main(prog_name="bomberstream")
