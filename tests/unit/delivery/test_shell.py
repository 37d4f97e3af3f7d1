"""The stand-in for curl supports the options used in the documents."""

import http.server
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from harness.programs.shell import stand_in_for_curl


class Echo(http.server.BaseHTTPRequestHandler):
    """Echoes the body of a POST, and one header under another name."""

    def do_POST(self) -> None:
        """Send the body back."""
        self.send_response(201)
        self.send_header("Kingdomino-Receipt", self.headers["X-Sent"])
        self.end_headers()
        self.wfile.write(self.rfile.read(int(self.headers["Content-Length"])))

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@pytest.mark.slow
def test_headers_and_answer_are_kept_in_files(tmp_path: Path) -> None:
    """`-D` and `-o` name the output files, `-H` and `-d` the header and body."""
    with http.server.HTTPServer(("127.0.0.1", 0), Echo) as server:
        threading.Thread(target=server.handle_request, daemon=True).start()
        curl = stand_in_for_curl(tmp_path) / "curl"
        url = f"http://127.0.0.1:{server.server_port}/"
        subprocess.run(
            [
                sys.executable,
                curl,
                "-sS",
                "-D",
                "headers",
                "-o",
                "answer",
                url,
                "-H",
                "X-Sent: 7",
                "-d",
                "{}",
            ],
            cwd=tmp_path,
            check=True,
            timeout=60,
        )
    assert (tmp_path / "answer").read_text("utf-8") == "{}"
    assert "Kingdomino-Receipt: 7" in (tmp_path / "headers").read_text("utf-8")
