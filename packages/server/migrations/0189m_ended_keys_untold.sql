-- A key that ended where another was missing already was told to nobody. The next look finds all that have ended, and
-- tells of those that no alarm has told of since.
delete from alarm_watched where kind = 'KEY_MISSING';
