-- Requests about terminals that somebody else has to decide.
create sequence device_apply_number;

create table device_apply (
  id uuid primary key default uuid7(),
  apply_no text not null default 'AP' || to_char(now(), 'YYYYMMDD') || '-' || lpad(nextval('device_apply_number')::text, 4, '0'),
  kind text not null,
  state text not null default 'SUBMITTED',
  -- Of whoever asked.
  org_id uuid not null references organization (id),
  from_org_id uuid references organization (id),
  to_org_id uuid not null references organization (id),
  model_id uuid references model (id),
  quantity integer not null,
  moved integer not null default 0,
  expected_date date,
  reason text not null,
  decided_by uuid,
  decided_at timestamptz,
  decision text,
  expires_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid not null,
  updated_at timestamptz not null default now()
);
create index device_apply_org on device_apply (org_id);
create index device_apply_from on device_apply (from_org_id);
create index device_apply_to on device_apply (to_org_id);
create index device_apply_due on device_apply (expires_at) where state in ('SUBMITTED', 'SOURCE_APPROVED');

create table device_apply_item (
  apply_id uuid not null references device_apply (id) on delete cascade,
  sn text not null,
  device_id uuid,
  moved_at timestamptz,
  -- Why it has not moved.
  fault text,
  primary key (apply_id, sn)
);
create index device_apply_item_device on device_apply_item (device_id);
create index device_apply_item_sn on device_apply_item (sn text_pattern_ops);

create view device_apply_row as
  select a.*, own.name as org_name, source.name as from_org_name, target.name as to_org_name,
    model.name as model_name, maker.user_name as created_by_name, decider.user_name as decided_by_name
  from device_apply a
    join organization own on own.id = a.org_id
    left join organization source on source.id = a.from_org_id
    join organization target on target.id = a.to_org_id
    left join model on model.id = a.model_id
    left join app_user maker on maker.id = a.created_by
    left join app_user decider on decider.id = a.decided_by;

-- Terminals that wait to be claimed are few, and asked for by their list.
-- squawk-ignore require-concurrent-index-creation
create index device_unclaimed on device (id) where lifecycle = 'UNCLAIMED' and deleted_at is null;

create view device_unclaimed_row as
  select device.id, device.sn, model.name as model_name, device.model_id, vendor.name as vendor_name,
    device.vendor_id, device.org_id, own.name as org_name, device.firmware, device.agent_version,
    device.created_at, device.created_by,
    (select open.apply_no from device_apply_item item join device_apply open on open.id = item.apply_id
      where item.device_id = device.id and open.state in ('SUBMITTED', 'SOURCE_APPROVED') limit 1) as apply_no
  from device
    join model on model.id = device.model_id
    join vendor on vendor.id = device.vendor_id
    join organization own on own.id = device.org_id
  where device.lifecycle = 'UNCLAIMED' and device.deleted_at is null;
