"""For whoever operates the service: metrics, readiness, the doctor, backups."""
