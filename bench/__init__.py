"""The measurements of `make bench`: one file a measured concept; `__main__` puts them together."""
