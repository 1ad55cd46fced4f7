-- From which address values were changed, and the number of the case elsewhere that asked for it.
alter table param_rev add column ip text, add column ticket text;
alter table param_assignment_rev add column ticket text;

-- What the dictionary and templates say changes by triggers: where that came from is told beside them, for
-- the transaction alone.
drop function next_param_rev(text, uuid, uuid, text);
create function next_param_rev(because text, ref uuid, who uuid, said text, from_ip text default null, case_no text default null)
returns bigint language sql as $$
  select pg_advisory_xact_lock(2026104);
  insert into param_rev (rev, at, user_id, cause, ref_id, note, ip, ticket)
    select coalesce(max(rev), 0) + 1, greatest(clock_timestamp(), max(at)), who, because, ref, said,
      coalesce(from_ip, nullif(current_setting('muster.ip', true), '')), case_no from param_rev
    returning rev
$$;

create or replace view param_log_row as
  select moved.id, told.at, told.rev, told.cause, author.user_name as "user", told.note, moved.pid, moved.before, moved.after,
    moved.is_secret, a.id as assignment_id, coalesce(a.name, template.name) as owner_name, a.level, a.target_name,
    coalesce(a.app_id, template.app_id) as app_id, app.name as app_name, coalesce(a.org_id, template.org_id) as org_id,
    moved.owner_id = '00000000-0000-0000-0000-000000000000' as is_shared,
    exists (select from param_dict known
        where known.pid = moved.pid and known.access_level <> 'BASIC' and known.deleted_at is null)
      or exists (select from param_template_pid field where field.is_advanced and field.pid = moved.pid
        and field.template_rev_id in (moved.owner_id, a.template_rev_id, a.active_template_rev_id)) as is_advanced,
    told.ip, told.ticket
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
