"""The parts of `kingdomino audit`: sources of bundles, the auditor's evidence, and the output of reports."""
