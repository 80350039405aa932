"""For the tests of games and plugins."""
