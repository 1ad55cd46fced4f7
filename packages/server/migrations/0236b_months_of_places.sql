-- Places that were told before their month was made, after a long stand-still, kept it from being made ever since, and
-- with it those of the logs that are made after it: they go where they belong, as connections did (0229c). What is older
-- than all months is parted from them, so that whole months are forgotten without anybody waiting.
do $$
declare
  first timestamptz := (select min(to_date(right(part.relname, 7), 'YYYY_MM')) from pg_inherits
    join pg_class part on part.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent = 'device_location'::regclass and part.relname ~ '_[0-9]{4}_[0-9]{2}$')::timestamp at time zone 'UTC';
  month timestamp;
begin
  first := coalesce(first, date_trunc('month', now(), 'UTC'));
  alter table device_location detach partition device_location_rest;
  for month in select distinct date_trunc('month', at at time zone 'UTC') from device_location_rest where at >= first loop
    execute format('create table if not exists %I partition of device_location for values from (%L) to (%L)',
      'device_location' || to_char(month, '_YYYY_MM'), month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
  end loop;
  perform make_month_partitions('device_location', 2);
  with late as (delete from device_location_rest where at >= first returning *)
    insert into device_location select * from late;
  alter table device_location attach partition device_location_rest default;
end $$;
select fence_off_months('device_location');
