-- The wall shows the open alarms that began last.
-- squawk-ignore require-concurrent-index-creation
create index alarm_open_newest on alarm (first_at desc) where closed_at is null;
