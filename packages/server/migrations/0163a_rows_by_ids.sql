-- A list's page and its count are found by ids, for which nothing is joined that only the rows show: what a row
-- always has, by its foreign key or because it is forgotten with it, is joined as if it could be missing, for
-- then the planner leaves out whatever nobody asks of it. A page of deliveries, further on by serial number, took
-- eight joins for each row that it passed over.
create or replace view param_delivery_row as
  select held.device_id || '/' || held.app_id as id, held.device_id, device.sn, device.org_id, device.vendor_id, device.model_id,
    own.name as org_name, held.app_id, app.name as app_name, app.package, held.revision, template.name as template_name,
    made_for.rev as template_revision, held.state, item.code, item.message, item.attempt, item.push_id, held.since, held.changed_at,
    item.published_at, item.ended_at, applied.reported_at, device.created_by, held.set_id, held.item_id
  from param_desired held
    join device on device.id = held.device_id and device.deleted_at is null
    left join organization own on own.id = device.org_id
    join app on app.id = held.app_id
    left join param_set on param_set.id = held.set_id
    left join param_template_rev made_for on made_for.id = param_set.template_rev_id
    left join param_template template on template.id = made_for.template_id
    left join push_item item on item.id = held.item_id
    left join param_applied applied on applied.device_id = held.device_id and applied.package = app.package
  where held.until is null;

create or replace view param_finding_row as
  select found.id, found.rule_id, rule.name as rule_name, rule.kind, rule.severity, rule.pid, rule.by_pid, rule.fact,
    found.device_id, device.sn, device.org_id, device.vendor_id, device.model_id, device.created_by, own.name as org_name,
    found.app_id, app.name as app_name, found.opened_at, found.closed_at,
    -- What became a secret since is one in what was found before, too.
    case when hidden.is_secret then null else found.value end as value,
    case when hidden.is_secret then null else found.about end as about,
    hidden.is_secret, hidden.is_advanced,
    null::text as updated_by_name, null::text as deleted_by_name
  from param_finding found
    join param_rule rule on rule.id = found.rule_id and rule.deleted_at is null
    join device on device.id = found.device_id and device.deleted_at is null
    left join organization own on own.id = device.org_id
    join app on app.id = found.app_id
    left join lateral (
      select coalesce(bool_or(known.secret), false) as is_secret,
        coalesce(bool_or(known.access_level <> 'BASIC'), false) as is_advanced
      from param_dict known where known.pid in (rule.pid, rule.by_pid) and known.deleted_at is null) hidden on true;

create or replace view param_assignment_row as
  select a.id, a.name, a.level, a.org_id, a.station_id, a.group_id, a.device_id, a.target_id, a.app_id, a.template_rev_id,
    a.priority, a.state, a.revision, a.active_template_rev_id, a.asked_by, a.content, a.sealed, a.secret_pids,
    a.effective_from, a.effective_to, a.options, a.remark, a.status, a.version, a.created_at, a.created_by, a.updated_at,
    a.updated_by, a.deleted_at, a.deleted_by,
    own.name as org_name, station.name as station_name, device_group.name as group_name,
    device.sn as device_sn, app.name as app_name, app.package,
    template.name as template_name, made_for.rev as template_revision,
    coalesce(device.sn, device_group.name, station.name, own.name) as target_name,
    told.published_at, asker.user_name as asked_by_name,
    coalesce(told.content is distinct from a.content or told.secret_pids is distinct from a.secret_pids
      or told.sealed is distinct from a.sealed or told.template_rev_id is distinct from a.template_rev_id, true) as is_changed,
    cardinality(a.secret_pids) + (select count(*)::integer from jsonb_object_keys(a.content)) as pid_count,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name, a.asked_for
  from param_assignment a
    left join organization own on own.id = a.org_id
    left join app on app.id = a.app_id
    left join param_template_rev made_for on made_for.id = a.template_rev_id
    left join param_template template on template.id = made_for.template_id
    left join station on station.id = a.station_id
    left join device_group on device_group.id = a.group_id
    left join device on device.id = a.device_id
    left join param_assignment_rev told on told.assignment_id = a.id and told.revision = a.revision
    left join app_user asker on asker.id = a.asked_by
    left join app_user editor on editor.id = coalesce(a.updated_by, a.created_by)
    left join app_user remover on remover.id = a.deleted_by;

create or replace view json_document_row as
  select d.*, own.name as org_name, model.name as model_name, device_group.name as group_name, device.sn as device_sn,
    coalesce(device.sn, device_group.name, model.name, own.name) as target_name,
    told.published_at, asker.user_name as asked_by_name,
    coalesce(told.document is distinct from d.document or told.sealed is distinct from d.sealed
      or told.schema is distinct from d.schema or told.merge_mode <> d.merge_mode or told.encrypt <> d.encrypt, true) as is_changed,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from json_document d
    left join organization own on own.id = d.org_id
    left join model on model.id = d.model_id
    left join device_group on device_group.id = d.group_id
    left join device on device.id = d.device_id
    left join json_document_rev told on told.document_id = d.id and told.revision = d.revision
    left join app_user asker on asker.id = d.asked_by
    left join app_user editor on editor.id = coalesce(d.updated_by, d.created_by)
    left join app_user remover on remover.id = d.deleted_by;

create or replace view alarm_row as
  select a.id, a.device_id, a.kind, a.rule_id, a.severity, a.state, a.count, a.data, a.first_at, a.last_at,
    a.acked_at, a.closed_at, a.close_cause, a.close_note, a.org_id, a.vendor_id, a.model_id, a.created_by, a.version,
    device.sn, device.name as device_name, own.name as org_name, model.name as model_name, rule.name as rule_name,
    acker.user_name as acked_by_name, closer.user_name as closed_by_name,
    null::text as updated_by_name, null::text as deleted_by_name,
    array_position(array['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'], a.severity) as grade,
    mute.until as muted_until, mute.reason as mute_reason, muter.user_name as muted_by_name
  from alarm a
    left join device on device.id = a.device_id
    left join organization own on own.id = a.org_id
    left join model on model.id = a.model_id
    left join alarm_rule rule on rule.id = a.rule_id
    left join app_user acker on acker.id = a.acked_by
    left join app_user closer on closer.id = a.closed_by
    left join alarm_mute mute on mute.device_id = a.device_id and mute.kind = a.kind and mute.until > now()
      and a.closed_at is null
    left join app_user muter on muter.id = mute.muted_by;

create or replace view repair_row as
  select r.id, r.ticket_no, r.device_id, device.sn, device.name as device_name, r.state, r.held_state, r.source,
    r.fault, r.severity, array_position(array['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'], r.severity) as grade,
    r.description, r.contact, r.pickup_address, r.keys_erased, r.keys_injected, r.depot_id, depot.name as depot_name,
    r.assignee_id, assignee.user_name as assignee_name, r.expected_return, r.loan_sn, r.rma_no, r.holder,
    r.holder_name, r.parts, r.checks, r.cost, r.result, r.root_cause, r.swap_device_id, successor.sn as swap_sn, r.due_at,
    r.due_left is not null as is_held, r.breached_at, r.closed_at, r.version, r.created_at, r.created_by,
    maker.user_name as created_by_name, r.updated_at,
    coalesce(device.warranty_until,
        ((device.activated_at at time zone 'UTC') + make_interval(months => vendor.warranty_months))::date)
      >= (r.created_at at time zone 'UTC')::date as in_warranty,
    device.org_id, own.name as org_name, device.vendor_id, device.model_id, model.name as model_name,
    place.name as station_name, device.lifecycle
  from repair r
    left join device on device.id = r.device_id
    left join organization own on own.id = device.org_id
    left join model on model.id = device.model_id
    left join vendor on vendor.id = device.vendor_id
    left join station place on place.id = device.station_id
    left join station depot on depot.id = r.depot_id
    left join device successor on successor.id = r.swap_device_id
    left join app_user assignee on assignee.id = r.assignee_id
    left join app_user maker on maker.id = r.created_by;
