-- Connections that began before their month was made, after a long stand-still, kept it from being made ever since: they
-- go where they belong, before what is older than all months is parted from them.
do $$
declare
  first timestamptz := (select min(to_date(right(part.relname, 7), 'YYYY_MM')) from pg_inherits
    join pg_class part on part.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent = 'device_session'::regclass and part.relname ~ '_[0-9]{4}_[0-9]{2}$')::timestamp at time zone 'UTC';
  month timestamp;
begin
  if to_regclass('device_session_rest') is null then return; end if;
  first := coalesce(first, date_trunc('month', now(), 'UTC'));
  alter table device_session detach partition device_session_rest;
  for month in select distinct date_trunc('month', connected_at at time zone 'UTC')
      from device_session_rest where connected_at >= first loop
    execute format('create table if not exists %I partition of device_session for values from (%L) to (%L)',
      'device_session' || to_char(month, '_YYYY_MM'), month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
  end loop;
  perform make_month_partitions('device_session', 2);
  with late as (delete from device_session_rest where connected_at >= first returning *)
    insert into device_session select * from late;
  alter table device_session attach partition device_session_rest default;
end $$;
