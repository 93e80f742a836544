"""The documents as a static site; scripts/site runs it."""
