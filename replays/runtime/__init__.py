"""What every process needs: settings, log records, stop signals, files, a cache."""
