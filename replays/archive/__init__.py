"""The archive of finished streams that are unlikely to be read soon.

A stream is moved in three steps. Each step may be repeated, and the process may die after any of them:

1. put: the events are stored as one object, which never replaces another. If the process dies here, the
   stream is still in the log, and the next attempt finds the object either complete or absent.
2. verify: the object is read back and must give the events of the log, byte for byte, up to the same head.
   If the process dies here, nothing has changed.
3. entomb: one script removes the stream and its other keys from the log and stores a tombstone, the head, at
   the stream's key. If the process dies before the script, the stream is in both places and the log's copy
   counts; after the script, the move is complete, even if its reply was lost.

Objects are compressed, in a folder or an S3 bucket. Archived games are served byte for byte
(`docs/understand/log.md`). Start with `archive.py`.
"""
