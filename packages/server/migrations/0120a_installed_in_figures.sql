-- How many terminals have an application, and which version of it, is counted with what else they run (decision
-- 0114): of the packages that the platform knows as applications, not of all that systems bring along.

create table counted_package (
  package text primary key,
  -- Until then those who had it before are still being counted.
  placed_at timestamptz
);
insert into counted_package (package) select distinct package from app;

create function count_packages() returns trigger language plpgsql as $$
begin
  insert into counted_package (package) select distinct package from added order by 1 on conflict do nothing;
  return null;
end $$;
create trigger app_counted after insert on app
  referencing new table as added for each statement execute function count_packages();

-- Where it is counted; none: nobody asks, or its terminal is in the recycle bin.
alter table device_app add column org_id uuid, add column model_id uuid;

create function place_app() returns trigger language plpgsql as $$
begin
  if exists (select from counted_package known where known.package = new.package) then
    select device.org_id, device.model_id into new.org_id, new.model_id
      from device where device.id = new.device_id and device.deleted_at is null;
  end if;
  return new;
end $$;
create trigger device_app_place before insert on device_app
  for each row execute function place_app();

create function app_spread(package text, version_code bigint, source text) returns table (kind text, value text)
language sql immutable parallel safe as $$
  select spread.kind || package, spread.value from (values ('APP ', version_code::text),
      ('APP_SIDE ', case when source = 'SIDE_LOADED' then source end)) as spread (kind, value) where spread.value is not null
$$;
create function note_apps_added() returns trigger language plpgsql as $$
begin
  insert into device_spread (kind, value, org_id, model_id, count)
    select spread.kind, spread.value, org_id, model_id, count(*)
    from added cross join lateral app_spread(package, version_code, source) as spread where org_id is not null
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (kind, value, org_id, model_id) do update set count = device_spread.count + excluded.count;
  return null;
end $$;
create function note_apps_removed() returns trigger language plpgsql as $$
begin
  insert into device_spread (kind, value, org_id, model_id, count)
    select spread.kind, spread.value, org_id, model_id, -count(*)
    from removed cross join lateral app_spread(package, version_code, source) as spread where org_id is not null
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (kind, value, org_id, model_id) do update set count = device_spread.count + excluded.count;
  return null;
end $$;
create function note_apps_changed() returns trigger language plpgsql as $$
begin
  -- When it was used last changes each day, and nothing that is counted with it.
  if not exists (select device_id, package, version_code, source, org_id, model_id from added
      except select device_id, package, version_code, source, org_id, model_id from removed) then return null; end if;
  insert into device_spread (kind, value, org_id, model_id, count)
    select spread.kind, spread.value, moved.org_id, moved.model_id, sum(moved.sign) from (
        select package, version_code, source, org_id, model_id, 1 as sign from added
        union all select package, version_code, source, org_id, model_id, -1 from removed) as moved
      cross join lateral app_spread(package, version_code, source) as spread
    where moved.org_id is not null group by 1, 2, 3, 4 having sum(moved.sign) <> 0 order by 1, 2, 3, 4
    on conflict (kind, value, org_id, model_id) do update set count = device_spread.count + excluded.count;
  return null;
end $$;
create trigger device_app_spread_added after insert on device_app
  referencing new table as added for each statement execute function note_apps_added();
create trigger device_app_spread_removed after delete on device_app
  referencing old table as removed for each statement execute function note_apps_removed();
create trigger device_app_spread_changed after update on device_app
  referencing old table as removed new table as added for each statement execute function note_apps_changed();

-- A terminal that moves, becomes another model or goes to the recycle bin is counted elsewhere.
create function move_apps() returns trigger language plpgsql as $$
begin
  if not exists (select id, org_id, model_id, deleted_at is null from added
      except select id, org_id, model_id, deleted_at is null from removed) then
    return null;
  end if;
  with moved as materialized (
      select app.device_id, app.package, case when added.deleted_at is null then added.org_id end as org_id,
        case when added.deleted_at is null then added.model_id end as model_id
      from added join device_app app on app.device_id = added.id
        join counted_package known on known.package = app.package
      order by 1, 2 for update of app)
  update device_app app set org_id = moved.org_id, model_id = moved.model_id
    from moved where app.device_id = moved.device_id and app.package = moved.package
      and (app.org_id, app.model_id) is distinct from (moved.org_id, moved.model_id);
  return null;
end $$;
create trigger device_app_follow after update on device
  referencing old table as removed new table as added for each statement execute function move_apps();

-- Those who had an application before it was known here, some at a time; answers how many are left to look at.
create function place_apps(most integer) returns bigint language plpgsql as $$
declare
  wanted text := (select package from counted_package where placed_at is null order by 1 limit 1);
  placed bigint;
begin
  if wanted is null then return 0; end if;
  with found as materialized (select app.device_id, device.org_id, device.model_id
      from device_app app join device on device.id = app.device_id and device.deleted_at is null
      where app.package = wanted and app.org_id is null order by 1 limit most for update of app)
  update device_app app set org_id = found.org_id, model_id = found.model_id from found
    where app.device_id = found.device_id and app.package = wanted;
  get diagnostics placed = row_count;
  if placed < most then
    update counted_package set placed_at = now() where package = wanted;
  end if;
  return (select count(*) from counted_package where placed_at is null);
end $$;

-- Who has not opened an application for long.
-- squawk-ignore require-concurrent-index-creation
create index device_app_used on device_app (package, last_used_at);

create or replace view device_spread_live as
  select spread.kind, spread.value, device.org_id, device.model_id, device.created_by, 1::bigint as count
  from device cross join lateral (values ('FIRMWARE', device.firmware), ('AGENT', device.agent_version),
    ('ACTIVATED', to_char(device.activated_at at time zone 'UTC', 'YYYY-MM-DD'))) as spread (kind, value)
  where device.deleted_at is null and spread.value is not null
  union all
  select part.kind, part.value, device.org_id, device.model_id, device.created_by, 1
  from device_part part join device on device.id = part.device_id where device.deleted_at is null
  union all
  select spread.kind, spread.value, device.org_id, device.model_id, device.created_by, 1
  from device_app app join device on device.id = app.device_id 
    cross join lateral app_spread(app.package, app.version_code, app.source) as spread
  where device.deleted_at is null and app.org_id is not null;
