"""What the calls answer (docs/api.md), as types: the documents and the clients' types are made from them.

The routers build plain objects; a test holds real answers against these shapes.
"""
