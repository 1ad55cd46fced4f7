-- Until when its readers were told; null: of nothing yet, or it rested for longer than it tells of. The next time
-- that it is about begins there, whatever its schedule is by then.
alter table report add column told_until timestamptz;
