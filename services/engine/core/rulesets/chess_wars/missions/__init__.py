"""Missions: each a small object, one family a file (rules section 10)."""
