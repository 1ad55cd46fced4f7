-- A look of the sweep writes each terminal that it looks at, and of three one has come to another step. What it was
-- and what it is now lie side by side, so that the others are told apart by their numbers alone and only a step that
-- changed is named; before, all that was told of each was added up from both sides to find that it came to nothing.
create function percent_step(percent smallint) returns integer language sql immutable parallel safe as $$
  select case when percent >= 80 then 80 else percent / 20 * 20 end
$$;
create function free_step(free_mb integer) returns integer language sql immutable parallel safe as $$
  select (array[0, 512, 1024, 2048, 4096])[width_bucket(free_mb, array[0, 512, 1024, 2048, 4096])]
$$;
create or replace function told_measures(battery smallint, signal smallint, free_mb integer, network_type text, never_in_service boolean)
    returns setof text language sql immutable parallel safe as $$
  select measure from (values ('BATTERY_' || percent_step(battery)), ('SIGNAL_' || percent_step(signal)),
    ('NET_' || network_type), ('FREE_' || free_step(free_mb)),
    (case when never_in_service then 'SILENT_NEVER' end)) as told (measure)
  where measure is not null
$$;
create or replace function note_told_changed() returns trigger language plpgsql as $$
begin
  insert into estate_change (org_id, model_id, measure, value, delta)
    select side.org_id, side.model_id, told.measure, '', sum(side.sign)
    -- Full: a plan made for few rows would look through all of one side for each of the other.
    from removed as was full join added as now using (id)
      cross join lateral (select (was.org_id, was.model_id, was.deleted_at is null)
        is distinct from (now.org_id, now.model_id, now.deleted_at is null) as all_of_it) moved
      cross join lateral (values
        (was.org_id, was.model_id, -1, was.deleted_at, was.battery, was.signal, was.free_mb, was.network_type,
          was.seen_at is null and is_in_service(was.lifecycle)),
        (now.org_id, now.model_id, 1, now.deleted_at, now.battery, now.signal, now.free_mb, now.network_type,
          now.seen_at is null and is_in_service(now.lifecycle)))
        as side (org_id, model_id, sign, deleted_at, battery, signal, free_mb, network_type, is_never)
      cross join lateral (
        select 'BATTERY_' || percent_step(side.battery)
          where moved.all_of_it or percent_step(was.battery) is distinct from percent_step(now.battery)
        union all select 'SIGNAL_' || percent_step(side.signal)
          where moved.all_of_it or percent_step(was.signal) is distinct from percent_step(now.signal)
        union all select 'FREE_' || free_step(side.free_mb)
          where moved.all_of_it or free_step(was.free_mb) is distinct from free_step(now.free_mb)
        union all select 'NET_' || side.network_type
          where moved.all_of_it or was.network_type is distinct from now.network_type
        union all select 'SILENT_NEVER' where side.is_never) as told (measure)
    where (moved.all_of_it or percent_step(was.battery) is distinct from percent_step(now.battery)
        or percent_step(was.signal) is distinct from percent_step(now.signal)
        or free_step(was.free_mb) is distinct from free_step(now.free_mb)
        or was.network_type is distinct from now.network_type
        or (was.seen_at is null and is_in_service(was.lifecycle)) <> (now.seen_at is null and is_in_service(now.lifecycle)))
      and side.deleted_at is null and told.measure is not null
    group by 1, 2, 3 having sum(side.sign) <> 0;
  return null;
end $$;
