-- Requests are drafts until they are handed in, and may be given to one of those who decide.
alter table device_apply
  add column approver_id uuid,
  add column submitted_at timestamptz;
update device_apply set submitted_at = created_at;

drop view device_apply_row;
create view device_apply_row as
  select a.*, own.name as org_name, source.name as from_org_name, target.name as to_org_name,
    model.name as model_name, maker.user_name as created_by_name, decider.user_name as decided_by_name,
    approver.user_name as approver,
    case a.state when 'SUBMITTED' then a.submitted_at when 'SOURCE_APPROVED' then a.decided_at end as waiting_since
  from device_apply a
    join organization own on own.id = a.org_id
    left join organization source on source.id = a.from_org_id
    join organization target on target.id = a.to_org_id
    left join model on model.id = a.model_id
    left join app_user maker on maker.id = a.created_by
    left join app_user decider on decider.id = a.decided_by
    left join app_user approver on approver.id = a.approver_id;
