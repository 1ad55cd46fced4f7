-- What was said about parameters, value by value, and how far terminals are with it.

-- squawk-ignore require-concurrent-index-creation
create index param_value_begun on param_value (from_rev);
-- squawk-ignore require-concurrent-index-creation
create index param_value_ended on param_value (to_rev) where to_rev is not null;
-- squawk-ignore require-concurrent-index-creation
create index param_desired_changed on param_desired (changed_at desc, device_id, app_id) where until is null;

-- What became a secret since is one in what was said before, too.
-- A value that begins, with the one before it; one that ends with nothing in its place.
create view param_log_row as
  select moved.id, told.at, told.rev, told.cause, author.user_name as "user", told.note, moved.pid, moved.before, moved.after,
    moved.is_secret, a.id as assignment_id, coalesce(a.name, template.name) as owner_name, a.level, a.target_name,
    coalesce(a.app_id, template.app_id) as app_id, app.name as app_name, coalesce(a.org_id, template.org_id) as org_id,
    moved.owner_id = '00000000-0000-0000-0000-000000000000' as is_shared
  from param_rev told
    join lateral (
      select 'B' || v.id as id, v.owner_id, v.pid, v.sealed is not null or p.sealed is not null or hidden.pid is not null as is_secret,
          case when v.sealed is null and hidden.pid is null then p.value end as before,
          case when p.sealed is null and hidden.pid is null then v.value end as after
        from param_value v left join param_value p on p.owner_id = v.owner_id and p.pid = v.pid and p.to_rev = v.from_rev
          left join param_dict hidden on hidden.pid = v.pid and hidden.secret and hidden.deleted_at is null
        where v.from_rev = told.rev
      union all
      select 'E' || v.id as id, v.owner_id, v.pid, v.sealed is not null or hidden.pid is not null as is_secret,
          case when hidden.pid is null then v.value end as before, null::text as after
        from param_value v
          left join param_dict hidden on hidden.pid = v.pid and hidden.secret and hidden.deleted_at is null
        where v.to_rev = told.rev and not exists (select from param_value next
          where next.owner_id = v.owner_id and next.pid = v.pid and next.from_rev = v.to_rev)) moved on true
    left join param_assignment_row a on a.id = moved.owner_id
    left join param_template_rev made_for on made_for.id = moved.owner_id
    left join param_template template on template.id = made_for.template_id
    left join app on app.id = coalesce(a.app_id, template.app_id)
    left join app_user author on author.id = told.user_id;

create view param_delivery_row as
  select held.device_id || '/' || held.app_id as id, held.device_id, device.sn, device.org_id, device.vendor_id, device.model_id,
    own.name as org_name, held.app_id, app.name as app_name, app.package, held.revision, template.name as template_name,
    made_for.rev as template_revision, held.state, item.code, item.message, item.attempt, item.push_id, held.since, held.changed_at,
    item.published_at, item.ended_at, applied.reported_at
  from param_desired held
    join device on device.id = held.device_id and device.deleted_at is null
    join organization own on own.id = device.org_id
    join app on app.id = held.app_id
    join param_set on param_set.id = held.set_id
    join param_template_rev made_for on made_for.id = param_set.template_rev_id
    join param_template template on template.id = made_for.template_id
    left join push_item item on item.id = held.item_id
    left join param_applied applied on applied.device_id = held.device_id and applied.package = app.package
  where held.until is null;
