"""The parts of `kingdomino audit`: where bundles come from, what an auditor holds, how reports are told."""
