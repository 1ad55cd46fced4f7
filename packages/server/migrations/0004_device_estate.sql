-- The list of terminals: fast for a million of them, whoever looks.
-- No release has had terminals before this migration, so nothing waits for these indexes.

-- The list walks its order through an index that also answers most filters and the data scope,
-- so that a page far inside reads no terminal but its own.
-- squawk-ignore require-concurrent-index-creation
create index device_list on device (sn) include (id, org_id, model_id, lifecycle) where deleted_at is null;
-- The same within organisations, for those who see but a few.
-- squawk-ignore require-concurrent-index-creation
create index device_place on device (org_id, sn) include (id, model_id, lifecycle) where deleted_at is null;
-- squawk-ignore require-concurrent-index-deletion
drop index device_org_sn;
-- Few of many: terminals in an unusual state.
-- squawk-ignore require-concurrent-index-creation
create index device_lifecycle on device (lifecycle, sn) where deleted_at is null;
-- Terminal ids by how they begin, whatever the database sorts like.
-- squawk-ignore require-concurrent-index-creation
create index device_tid on device ((tid collate "C")) where deleted_at is null and tid is not null;
-- A word anywhere in serial number, name or terminal id.
-- squawk-ignore require-concurrent-index-creation
create index device_words on device using gin (sn gin_trgm_ops, name gin_trgm_ops, tid gin_trgm_ops)
  where deleted_at is null;

create view device_row as
  select d.id, d.sn, d.model_id, d.vendor_id, d.org_id, d.name, d.tid, d.mid, d.imei, d.batch_no, d.remark,
    d.lifecycle, d.firmware, d.agent_version, d.activated_at, d.status, d.version, d.created_at, d.created_by,
    d.updated_at, d.updated_by, d.deleted_at, d.deleted_by,
    model.name as model_name, vendor.name as vendor_name, own.name as org_name,
    (case when online.device_id is not null then 'ONLINE' when state.device_id is not null then 'OFFLINE'
      else 'NEVER' end) as presence,
    coalesce(online.since, state.offline_since) as presence_since,
    state.last_seen_at, state.battery as battery_percent, state.is_charging, state.network_type,
    state.signal as signal_percent,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from device d
    join model on model.id = d.model_id
    join vendor on vendor.id = d.vendor_id
    join organization own on own.id = d.org_id
    left join device_state state on state.device_id = d.id
    left join device_online online on online.device_id = d.id
    left join app_user editor on editor.id = coalesce(d.updated_by, d.created_by)
    left join app_user remover on remover.id = d.deleted_by;

-- A key is nothing without its organisation.
alter table enrolment_key
  drop constraint enrolment_key_org_id_fkey,
  -- squawk-ignore adding-foreign-key-constraint, constraint-missing-not-valid
  add constraint enrolment_key_org_id_fkey foreign key (org_id) references organization (id) on delete cascade;
