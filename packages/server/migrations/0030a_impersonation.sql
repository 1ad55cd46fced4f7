-- Impersonation: an operator looks at the console as an account would, reading only.

alter table session
  -- The session of who looks; null for whoever signed in himself.
  -- squawk-ignore adding-foreign-key-constraint
  add column impersonator_session_id uuid references session (id) on delete cascade;
-- The sessions that go with an operator's own.
-- squawk-ignore require-concurrent-index-creation
create index session_impersonator on session (impersonator_session_id)
  where impersonator_session_id is not null;

-- Who looked stands in the log beside the account that it was done as.
alter table action_log add column impersonator_id uuid, add column impersonator_name text;

-- Entries of nobody who looks keep the hash that they have.
create or replace function action_log_hash(entry action_log) returns bytea
language sql stable parallel safe set timezone = 'UTC' as $$
  select sha256(convert_to((jsonb_build_array(1, entry.id, entry.at, entry.user_id, entry.user_name,
    entry.org_id, entry.method, entry.path, entry.permission, entry.target_ids, entry.request,
    entry.before, entry.after, entry.code, entry.ip, entry.duration_ms, entry.request_id)
    || case when entry.impersonator_id is null and entry.impersonator_name is null then '[]'::jsonb
      else jsonb_build_array(entry.impersonator_id, entry.impersonator_name) end)::text,
    'UTF8'))
$$;

create or replace view action_log_row as
  select log.id, log.at, log.user_id, log.user_name, log.org_id, organization.name as org_name,
    log.method, log.path, log.permission, page.menu_name as page_name, log.target_ids,
    coalesce(log.after ->> 'name', log.before ->> 'name', log.after ->> 'sn', log.before ->> 'sn',
      log.after ->> 'userName', log.before ->> 'userName', log.after ->> 'code') as target_name,
    log.code, log.ip, log.duration_ms, log.request_id, log.request, log.before, log.after, log.xact,
    log.impersonator_name
  from action_log as log
    left join organization on organization.id = log.org_id
    left join menu as button on button.button_code = log.permission
    left join menu as page on page.id = button.parent_id;
