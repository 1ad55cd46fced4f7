-- Orders of the list of terminals that an index keeps, each with what most filters and the data scope
-- ask for, so that a page reads no terminal but its own.

-- squawk-ignore require-concurrent-index-creation
create index device_by_name on device (name, id) include (org_id, model_id, lifecycle) where deleted_at is null;
-- squawk-ignore require-concurrent-index-creation
create index device_by_firmware on device (firmware, id) include (org_id, model_id, lifecycle) where deleted_at is null;
-- squawk-ignore require-concurrent-index-deletion
drop index device_updated;
-- squawk-ignore require-concurrent-index-creation
create index device_by_updated on device (updated_at, id) include (org_id, model_id, lifecycle) where deleted_at is null;
-- squawk-ignore require-concurrent-index-deletion
drop index device_model;
-- squawk-ignore require-concurrent-index-creation
create index device_model on device (model_id, sn) include (id, org_id, lifecycle) where deleted_at is null;

-- What changes with every beat is kept in order apart, so that beats stay HOT: written when a terminal
-- is looked at by the sweep (once a time-out) and when it leaves. None: it has never said so. Beside it
-- stands what a scope and most filters ask for.
create table device_order (
  -- Of a terminal; no foreign key, which would be checked row by row: triggers alone write and remove.
  id uuid primary key,
  org_id uuid not null,
  model_id uuid not null,
  lifecycle text not null,
  deleted_at timestamptz,
  seen_at timestamptz,
  battery smallint
) with (autovacuum_vacuum_scale_factor = 0.05);
insert into device_order (id, org_id, model_id, lifecycle, deleted_at, seen_at, battery)
  select device.id, device.org_id, device.model_id, device.lifecycle, device.deleted_at, state.last_seen_at, state.battery
  from device left join device_state state on state.device_id = device.id;
create index device_order_seen on device_order (seen_at, id) include (org_id, model_id, lifecycle)
  where deleted_at is null;
create index device_order_battery on device_order (battery, id) include (org_id, model_id, lifecycle)
  where deleted_at is null;

create function order_device() returns trigger language plpgsql as $$
begin
  insert into device_order (id, org_id, model_id, lifecycle, deleted_at)
    select id, org_id, model_id, lifecycle, deleted_at from added;
  return null;
end $$;
create trigger device_order_insert after insert on device
  referencing new table as added for each statement execute function order_device();

create function unorder_device() returns trigger language plpgsql as $$
begin
  delete from device_order place using removed where place.id = removed.id;
  return null;
end $$;
create trigger device_order_delete after delete on device
  referencing old table as removed for each statement execute function unorder_device();

create function follow_device() returns trigger language plpgsql as $$
begin
  -- In one order, as the sweep does: two that wait for each other would both fail.
  with moved as materialized (
      select place.id, added.org_id, added.model_id, added.lifecycle, added.deleted_at
      from added join device_order place using (id)
      where (place.org_id, place.model_id, place.lifecycle, place.deleted_at)
        is distinct from (added.org_id, added.model_id, added.lifecycle, added.deleted_at)
      order by place.id for update of place)
  update device_order place set org_id = moved.org_id, model_id = moved.model_id, lifecycle = moved.lifecycle,
      deleted_at = moved.deleted_at
    from moved where place.id = moved.id;
  return null;
end $$;
create trigger device_order_follow after update on device
  referencing new table as added for each statement execute function follow_device();

analyze device, device_order;
