-- Of those noted each was looked up twice, and who stands otherwise once more; and what somebody else held counted as
-- followed, so that whoever adds up until little is left looked at it again and again while it was held.
create or replace function follow_standing(most bigint) returns bigint language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  noted uuid[];
  otherwise uuid[];
  free uuid[];
  held bigint;
  followed bigint;
  beyond bigint := coalesce((select min(id) from location_stood) + most, 9223372036854775807);
begin
  with taken as (delete from location_stood where id < beyond returning device_id)
  select array_agg(distinct device_id), count(*) into noted, followed from taken;
  select array_agg(position.device_id) into otherwise
    from device_position position join standing_of(noted) as now_is using (device_id)
    where (position.presence, position.is_alarmed) is distinct from (now_is.presence, now_is.is_alarmed);
  select array_agg(device_id) into free from (
    select device_id from device_position where device_id = any(otherwise) for update skip locked) as locked;
  update device_position position set presence = now_is.presence, is_alarmed = now_is.is_alarmed
    from standing_of(free) as now_is where position.device_id = now_is.device_id
      and (position.presence, position.is_alarmed) is distinct from (now_is.presence, now_is.is_alarmed);
  insert into location_stood (device_id) select unnest(otherwise) except select unnest(free);
  get diagnostics held = row_count;
  return followed - held;
end $$;
