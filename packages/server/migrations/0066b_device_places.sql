-- Where a terminal works, and what people mark it with.
alter table device add column station_id uuid;
alter table device add column tags text[] not null default '{}';
-- squawk-ignore require-concurrent-index-creation
create index device_station on device (station_id) where station_id is not null;
-- squawk-ignore require-concurrent-index-creation
create index device_tags on device using gin (tags) where tags <> '{}';
