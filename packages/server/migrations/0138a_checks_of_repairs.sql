-- What came of the test of a repaired terminal, and photos of what was wrong.
alter table repair add column checks jsonb not null default '[]';
alter table repair_event drop constraint repair_event_kind_check;
-- squawk-ignore constraint-missing-not-valid
alter table repair_event add constraint repair_event_kind_check
  check (kind in ('STATE', 'COMMENT', 'CUSTODY', 'ASSIGN', 'LOG', 'PHOTO', 'CHECK'));

drop view repair_row;
create view repair_row as
  select r.id, r.ticket_no, r.device_id, device.sn, device.name as device_name, r.state, r.held_state, r.source,
    r.fault, r.severity, array_position(array['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'], r.severity) as grade,
    r.description, r.contact, r.pickup_address, r.keys_erased, r.keys_injected, r.depot_id, depot.name as depot_name,
    r.assignee_id, assignee.user_name as assignee_name, r.expected_return, r.loan_sn, r.rma_no, r.holder,
    r.holder_name, r.parts, r.checks, r.cost, r.result, r.root_cause, r.swap_device_id, successor.sn as swap_sn, r.due_at,
    r.due_left is not null as is_held, r.breached_at, r.closed_at, r.version, r.created_at, r.created_by,
    maker.user_name as created_by_name, r.updated_at,
    ((device.activated_at at time zone 'UTC') + make_interval(months => vendor.warranty_months))::date
      >= (r.created_at at time zone 'UTC')::date as in_warranty,
    device.org_id, own.name as org_name, device.vendor_id, device.model_id, model.name as model_name,
    place.name as station_name, device.lifecycle
  from repair r
    join device on device.id = r.device_id
    join organization own on own.id = device.org_id
    join model on model.id = device.model_id
    join vendor on vendor.id = device.vendor_id
    left join station place on place.id = device.station_id
    left join station depot on depot.id = r.depot_id
    left join device successor on successor.id = r.swap_device_id
    left join app_user assignee on assignee.id = r.assignee_id
    left join app_user maker on maker.id = r.created_by;