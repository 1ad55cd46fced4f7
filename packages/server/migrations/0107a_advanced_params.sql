-- Advanced and hidden parameters are for those who may see them, wherever values are shown.
alter table param_template_pid add column is_advanced boolean not null default false;
update param_template_pid field set is_advanced = true
  from param_template_rev rev, jsonb_array_elements(rev.content -> 'fields') as said
  where rev.id = field.template_rev_id and said ->> 'pid' = field.pid and said ->> 'accessLevel' <> 'BASIC';

create or replace function note_template() returns trigger language plpgsql as $$
declare
  began bigint;
begin
  insert into param_template_pid (template_rev_id, pid, is_secret, is_advanced)
    select new.id, field ->> 'pid', coalesce((field ->> 'secret')::boolean, false),
      coalesce(field ->> 'accessLevel' <> 'BASIC', false)
    from jsonb_array_elements(new.content -> 'fields') as field;
  if exists (select from jsonb_array_elements(new.content -> 'fields') as field where field ->> 'defaultValue' is not null) then
    began := next_param_rev('TEMPLATE', new.id, new.published_by, new.note);
    insert into param_value (owner_id, pid, value, keys, from_rev)
      select new.id, field ->> 'pid', field ->> 'defaultValue',
        array(select distinct (regexp_matches(field ->> 'defaultValue', '(?<!\$)\$\{([A-Za-z0-9._-]{1,64})\}', 'g'))[1]), began
      from jsonb_array_elements(new.content -> 'fields') as field where field ->> 'defaultValue' is not null;
  end if;
  return null;
end $$;

-- What became advanced since is so in what was said before, too.
create or replace view param_log_row as
  select moved.id, told.at, told.rev, told.cause, author.user_name as "user", told.note, moved.pid, moved.before, moved.after,
    moved.is_secret, a.id as assignment_id, coalesce(a.name, template.name) as owner_name, a.level, a.target_name,
    coalesce(a.app_id, template.app_id) as app_id, app.name as app_name, coalesce(a.org_id, template.org_id) as org_id,
    moved.owner_id = '00000000-0000-0000-0000-000000000000' as is_shared,
    exists (select from param_dict known
        where known.pid = moved.pid and known.access_level <> 'BASIC' and known.deleted_at is null)
      or exists (select from param_template_pid field where field.is_advanced and field.pid = moved.pid
        and field.template_rev_id in (moved.owner_id, a.template_rev_id, a.active_template_rev_id)) as is_advanced
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
