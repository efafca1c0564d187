"""Where somebody comes from, as limits count it."""

from ipaddress import ip_address, ip_network

from starlette.requests import HTTPConnection


def address_of(connection: HTTPConnection) -> str:
    """Of a request or a socket: an IPv4 address, an IPv6 network, or `unknown`."""
    if connection.client is None:
        return "unknown"
    try:
        address = ip_address(connection.client.host)
    except ValueError:
        return "unknown"
    if address.version == 6:  # a household has a whole /64
        return str(ip_network((int(address), 64), strict=False))
    return str(address)
