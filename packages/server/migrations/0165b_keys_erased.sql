-- How it is known that a scrapped terminal holds no keys: CONFIRMED by whoever scrapped it, or WIPED since its last
-- contact. Null: it was scrapped before anybody was asked, or it is another move.
alter table device_move add column keys_erased text;

-- Of requests to scrap terminals: whoever asks says that their keys are erased.
alter table device_apply add column keys_erased boolean not null default false;
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
