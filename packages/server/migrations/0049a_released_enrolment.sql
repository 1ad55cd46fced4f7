-- A terminal that has a credential gets another one only after a person released it, once.
alter table device
  -- Until when its next enrolment may replace the credential.
  add column released_until timestamptz,
  -- The key that its credential was given for. The answer may have been lost: until the credential
  -- is used for the first time, and not for long, the same key may ask again.
  add column secret_key_id uuid,
  add column secret_unused_until timestamptz,
  -- When an enrolment was last refused because it has a credential.
  add column enrolment_refused_at timestamptz;

create or replace view device_row as
  select d.id, d.sn, d.model_id, d.vendor_id, d.org_id, d.name, d.tid, d.mid, d.imei, d.batch_no, d.remark,
    d.lifecycle, d.firmware, d.agent_version, d.activated_at, d.status, d.version, d.created_at, d.created_by,
    d.updated_at, d.updated_by, d.deleted_at, d.deleted_by,
    model.name as model_name, vendor.name as vendor_name, own.name as org_name,
    (case when online.device_id is not null then 'ONLINE' when state.device_id is not null then 'OFFLINE'
      else 'NEVER' end) as presence,
    coalesce(online.since, state.offline_since) as presence_since,
    state.last_seen_at, state.battery as battery_percent, state.is_charging, state.network_type,
    state.signal as signal_percent,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name,
    d.sealed_secret is not null as is_registered,
    case when d.released_until > now() then d.released_until end as released_until,
    d.enrolment_refused_at
  from device d
    join model on model.id = d.model_id
    join vendor on vendor.id = d.vendor_id
    join organization own on own.id = d.org_id
    left join device_state state on state.device_id = d.id
    left join device_online online on online.device_id = d.id
    left join app_user editor on editor.id = coalesce(d.updated_by, d.created_by)
    left join app_user remover on remover.id = d.deleted_by;
