-- How a terminal that nobody announced knocked last: what tells whose it may be.
create table device_knock (
  device_id uuid primary key references device on delete cascade,
  ip text,
  key_id uuid not null,
  at timestamptz not null default now()
);

create or replace view device_unclaimed_row as
  select device.id, device.sn, model.name as model_name, device.model_id, vendor.name as vendor_name,
    device.vendor_id, device.org_id, own.name as org_name, device.firmware, device.agent_version,
    device.created_at, device.created_by,
    (select open.apply_no from device_apply_item item join device_apply open on open.id = item.apply_id
      where item.device_id = device.id and open.state in ('SUBMITTED', 'SOURCE_APPROVED') limit 1) as apply_no,
    knock.ip
  from device
    join model on model.id = device.model_id
    join vendor on vendor.id = device.vendor_id
    join organization own on own.id = device.org_id
    left join device_knock knock on knock.device_id = device.id
  where device.lifecycle = 'UNCLAIMED' and device.deleted_at is null;
