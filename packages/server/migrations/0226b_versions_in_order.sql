-- A terminal that tells another version was written into each of its 28 indexes, as two of them keep versions in order
-- and a third held them beside. They stand in order apart, beside what a scope asks for, and a terminal that tells
-- another is written in its place. Whoever writes here holds the terminal itself: nobody waits for these rows alone.
create table device_version (
  -- Of a terminal; no foreign key, which would be checked row by row: triggers alone write and remove.
  id uuid primary key,
  org_id uuid not null,
  model_id uuid not null,
  lifecycle text not null,
  deleted_at timestamptz,
  firmware text,
  agent_version text
) with (autovacuum_vacuum_scale_factor = 0.05);
insert into device_version (id, org_id, model_id, lifecycle, deleted_at, firmware, agent_version)
  select id, org_id, model_id, lifecycle, deleted_at, firmware, agent_version from device;
-- Also of terminals in the bin, which are found by their versions, too.
-- squawk-ignore require-concurrent-index-creation
create index device_version_firmware on device_version (firmware, id) include (org_id, model_id, lifecycle, deleted_at);
-- squawk-ignore require-concurrent-index-creation
create index device_version_agent on device_version (agent_version, id);

create or replace function order_device() returns trigger language plpgsql as $$
begin
  insert into device_order (id, org_id, model_id, lifecycle, deleted_at)
    select id, org_id, model_id, lifecycle, deleted_at from added;
  insert into device_version (id, org_id, model_id, lifecycle, deleted_at, firmware, agent_version)
    select id, org_id, model_id, lifecycle, deleted_at, firmware, agent_version from added;
  return null;
end $$;

create or replace function unorder_device() returns trigger language plpgsql as $$
begin
  delete from device_order place using removed where place.id = removed.id;
  delete from device_version place using removed where place.id = removed.id;
  return null;
end $$;

create function follow_version() returns trigger language plpgsql as $$
begin
  if not exists (select id, org_id, model_id, lifecycle, deleted_at, firmware, agent_version from added
      except select id, org_id, model_id, lifecycle, deleted_at, firmware, agent_version from removed) then
    return null;
  end if;
  update device_version place set org_id = added.org_id, model_id = added.model_id, lifecycle = added.lifecycle,
      deleted_at = added.deleted_at, firmware = added.firmware, agent_version = added.agent_version
    from added where place.id = added.id
      and (place.org_id, place.model_id, place.lifecycle, place.deleted_at, place.firmware, place.agent_version)
        is distinct from (added.org_id, added.model_id, added.lifecycle, added.deleted_at, added.firmware, added.agent_version);
  return null;
end $$;
create trigger device_version_follow after update on device
  referencing old table as removed new table as added for each statement execute function follow_version();

-- squawk-ignore require-concurrent-index-deletion
drop index device_by_firmware, device_by_agent, device_not_activated;
-- squawk-ignore require-concurrent-index-creation
create index device_not_activated on device (sn) include (id, org_id, model_id, vendor_id, lifecycle)
  where deleted_at is null and activated_at is null;
-- Room for that on each page; what lies there already makes its own as it changes.
alter table device set (fillfactor = 90);
analyze device_version;
