"""Prints as many free loopback ports as its argument says, on one line."""
import socket
import sys

sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(int(sys.argv[1]))]
print(*(s.getsockname()[1] for s in sockets))
