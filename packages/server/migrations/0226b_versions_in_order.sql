-- A terminal that tells another version was written into each of its 28 indexes, as two of them keep versions in order
-- and a third held them beside. They stand in the table that keeps what changes by itself in order now, and a terminal
-- that tells another is written in its place.
-- Also of terminals in the bin, which are found by their versions, too.
alter table device_order add column firmware text, add column agent_version text;
-- Nobody follows this: no terminal is another by it.
alter table device_order disable trigger user;
update device_order place set firmware = device.firmware, agent_version = device.agent_version
  from device where device.id = place.id and (device.firmware is not null or device.agent_version is not null);
alter table device_order enable trigger user;
-- squawk-ignore require-concurrent-index-creation
create index device_order_firmware on device_order (firmware, id) include (org_id, model_id, lifecycle, deleted_at);
-- squawk-ignore require-concurrent-index-creation
create index device_order_agent on device_order (agent_version, id);

create or replace function order_device() returns trigger language plpgsql as $$
begin
  insert into device_order (id, org_id, model_id, lifecycle, deleted_at, firmware, agent_version)
    select id, org_id, model_id, lifecycle, deleted_at, firmware, agent_version from added;
  return null;
end $$;

create or replace function follow_device() returns trigger language plpgsql as $$
begin
  -- In one order, as the sweep does: two that wait for each other would both fail.
  with moved as materialized (
      select place.id, added.org_id, added.model_id, added.lifecycle, added.deleted_at, added.firmware, added.agent_version
      from added join device_order place using (id)
      where (place.org_id, place.model_id, place.lifecycle, place.deleted_at, place.firmware, place.agent_version)
        is distinct from (added.org_id, added.model_id, added.lifecycle, added.deleted_at, added.firmware, added.agent_version)
      order by place.id for update of place)
  update device_order place set org_id = moved.org_id, model_id = moved.model_id, lifecycle = moved.lifecycle,
      deleted_at = moved.deleted_at, firmware = moved.firmware, agent_version = moved.agent_version
    from moved where place.id = moved.id;
  return null;
end $$;

-- squawk-ignore require-concurrent-index-deletion
drop index device_by_firmware, device_by_agent, device_not_activated;
-- squawk-ignore require-concurrent-index-creation
create index device_not_activated on device (sn) include (id, org_id, model_id, vendor_id, lifecycle)
  where deleted_at is null and activated_at is null;
-- Room for that on each page; what lies there already makes its own as it changes.
alter table device set (fillfactor = 90);
analyze device_order;
