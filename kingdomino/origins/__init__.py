"""The parts of Kingdomino Origins beyond the base game: fires, resources, totems and cavemen (R20-R31)."""
