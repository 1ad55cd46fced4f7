-- How far a command has come was written into each of its dozen indexes, as one of them kept when its terminal was
-- heard of last. That is asked for only while a terminal restarts: it has a column of its own, and progress is written
-- in its place, for which each page of a month keeps room.
alter table push_item add column restarting_at timestamptz;
alter table push_item disable trigger user;
update push_item set restarting_at = last_report_at
  where cmd = 'UPGRADE' and ended_at is null and step = 'REBOOTING';
alter table push_item enable trigger user;
-- squawk-ignore require-concurrent-index-deletion
drop index push_item_restarting;
-- squawk-ignore require-concurrent-index-creation
create index push_item_restarting on push_item (restarting_at)
  where cmd = 'UPGRADE' and ended_at is null and step = 'REBOOTING';

create or replace function make_push_months(first timestamptz, months integer) returns void language plpgsql as $$
declare
  month timestamp := date_trunc('month', first at time zone 'UTC');
  next timestamp;
  name text;
begin
  while month <= date_trunc('month', now() at time zone 'UTC') + months * interval '1 month' loop
    next := month + interval '1 month';
    name := to_char(month, '_YYYY_MM');
    if to_regclass('push_item' || name) is null then
      execute format('create table %I partition of push_item for values from (%L) to (%L) with (fillfactor = 85)',
        'push_item' || name, uuid7_from(month at time zone 'UTC'), uuid7_from(next at time zone 'UTC'));
      execute format('create unique index %I on %I (push_id, device_id)', 'push_item_once' || name, 'push_item' || name);
      execute format('create table %I partition of push_report for values from (%L) to (%L)', 'push_report' || name,
        uuid7_from(month at time zone 'UTC'), uuid7_from(next at time zone 'UTC'));
    end if;
    month := next;
  end loop;
end $$;
do $$
declare
  known regclass;
begin
  for known in select inhrelid from pg_inherits where inhparent = 'push_item'::regclass loop
    execute format('alter table %s set (fillfactor = 85)', known);
  end loop;
end $$;
