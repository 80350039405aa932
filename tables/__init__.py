"""Data of the games: one folder of TOML files a game, no code."""
