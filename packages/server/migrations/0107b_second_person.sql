-- What a second person has to agree to: that it comes into force, or that it is revoked.
-- squawk-ignore constraint-missing-not-valid
alter table param_assignment add column asked_for text check (asked_for in ('ACTIVATE', 'REVOKE'));
update param_assignment set asked_for = 'ACTIVATE' where state = 'PENDING_APPROVAL';
-- squawk-ignore constraint-missing-not-valid
alter table param_assignment add check ((state = 'PENDING_APPROVAL') = (asked_for is not null));

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
    join organization own on own.id = a.org_id
    join app on app.id = a.app_id
    join param_template_rev made_for on made_for.id = a.template_rev_id
    join param_template template on template.id = made_for.template_id
    left join station on station.id = a.station_id
    left join device_group on device_group.id = a.group_id
    left join device on device.id = a.device_id
    left join param_assignment_rev told on told.assignment_id = a.id and told.revision = a.revision
    left join app_user asker on asker.id = a.asked_by
    left join app_user editor on editor.id = coalesce(a.updated_by, a.created_by)
    left join app_user remover on remover.id = a.deleted_by;

-- What held long ago is forgotten: values that ended by their number, terminals' past by its end.
-- squawk-ignore require-concurrent-index-creation
create index param_desired_until on param_desired (until) where until is not null;
