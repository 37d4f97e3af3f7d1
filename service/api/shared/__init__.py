"""What all subjects share: bodies and answers, fields, errors, visibility."""
