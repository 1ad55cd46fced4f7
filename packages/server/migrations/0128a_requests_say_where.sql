-- Requests say what becomes of what terminals have of their own, and where they stand then.
-- Requests are few.
alter table device_apply
  add column keep text not null default 'KEEP',
  -- squawk-ignore adding-foreign-key-constraint
  add column station_id uuid references station (id) on delete set null;
-- squawk-ignore require-concurrent-index-creation
create index device_apply_station on device_apply (station_id) where station_id is not null;

drop view device_apply_row;
create view device_apply_row as
  select a.*, own.name as org_name, source.name as from_org_name, target.name as to_org_name,
    model.name as model_name, station.name as station_name, maker.user_name as created_by_name,
    decider.user_name as decided_by_name, approver.user_name as approver,
    case a.state when 'SUBMITTED' then a.submitted_at when 'SOURCE_APPROVED' then a.decided_at end as waiting_since
  from device_apply a
    join organization own on own.id = a.org_id
    left join organization source on source.id = a.from_org_id
    join organization target on target.id = a.to_org_id
    left join model on model.id = a.model_id
    left join station on station.id = a.station_id
    left join app_user maker on maker.id = a.created_by
    left join app_user decider on decider.id = a.decided_by
    left join app_user approver on approver.id = a.approver_id;
