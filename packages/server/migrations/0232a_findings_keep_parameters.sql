-- A rule may be changed to another parameter. What was found before is of the one that it was about then, and is shown
-- to whoever may see that one. Null: found before this was kept, as the rule has it now.
alter table param_finding add column pid text, add column by_pid text;

create or replace view param_finding_row as
  select found.id, found.rule_id, rule.name as rule_name, rule.kind, rule.severity, coalesce(found.pid, rule.pid) as pid,
    case when found.pid is null then rule.by_pid else found.by_pid end as by_pid, rule.fact,
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
      from param_dict known where known.deleted_at is null
        and known.pid in (coalesce(found.pid, rule.pid), case when found.pid is null then rule.by_pid else found.by_pid end)) hidden on true;
