#!/usr/bin/env bash
# rustworkx 0.18.1, max_weight_matching: weights from 2^126 on give a wrong matching, without an error.
#
# - On the path 0 - 1 - 2 with the weights 7 and 3 the pair 0 - 1 is the best matching, and with 7 * 2^123 and 3 * 2^123, too.
# - With 7 * 2^124 and 3 * 2^124, which fit into 128 bits with their sign, the pair 1 - 2 is returned: inside, weights are doubled.
# - From 2^127 on there is an OverflowError.
#
# Where it would hurt: weights with several criteria, each in digits of its own, that are just wide enough.
#
# Installs rustworkx in a temporary folder and runs it without the service. Fails if the behaviour is another one.
set -euo pipefail
exec </dev/null

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
"${PYTHON:-python3}" -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check rustworkx==0.18.1
"$place/venv/bin/python" - <<'PYTHON'
import rustworkx


def matched(bits):
    """The matching of the path with the weights 7 and 3, times 2 to this power."""
    graph = rustworkx.PyGraph()
    graph.extend_from_weighted_edge_list([(0, 1, 7 << bits), (1, 2, 3 << bits)])
    return sorted(sorted(pair) for pair in rustworkx.max_weight_matching(graph, weight_fn=int))


for bits in (0, 123, 124):
    print(f"7 * 2^{bits} and 3 * 2^{bits}: {matched(bits)}")
assert matched(0) == matched(123) == [[0, 1]]
assert matched(124) == [[1, 2]], "the weight 7 * 2^124 is the larger one"
try:
    matched(125)
except OverflowError as error:
    print(f"7 * 2^125: OverflowError: {error}")
else:
    raise AssertionError("the weight 7 * 2^125 is accepted")
PYTHON
echo "As described: a wrong matching from 2^126 on, and an error from 2^127 on."
