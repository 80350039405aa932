"""The engine of Bomberstream: dice, tables, crews, bombers, combat, and the flow of play.

It knows no game, no aeroplane and no screen; games are plugins.
"""
