"""Map files (docs/maps.md): their shape, the board in them, and everything that can be wrong with one."""
