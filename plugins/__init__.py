"""The games of Bomberstream, each a plugin."""
