"""A stand-in for the server behind a balancer: health_server.py PORT DIR.

Every answer is its port, and /server/health is 503 while DIR/PORT.down exists.
"""
import http.server
import os
import sys

port, folder = sys.argv[1:]


class Answer(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        down = os.path.exists(os.path.join(folder, port + ".down"))
        self.send_response(503 if down and self.path == "/server/health" else 200)
        self.send_header("Content-Length", str(len(port)))
        self.end_headers()
        self.wfile.write(port.encode())

    def log_message(self, *ignored):
        pass


http.server.ThreadingHTTPServer(("127.0.0.1", int(port)), Answer).serve_forever()
