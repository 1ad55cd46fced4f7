-- By what an action was done (the console, an API client, a personal token), which browser that was, and
-- whether who did it had shown a second factor. Null: it was written before this was kept, or nobody had
-- signed in; clients and tokens have no second factor.
alter table action_log add column client_kind text, add column user_agent text, add column factor_given boolean;

-- A session whose owner has shown his authenticator or a passkey, at its beginning or since.
alter table session add column factor_given boolean not null default false;

-- Entries of before keep the hash that they have.
create or replace function action_log_hash(entry action_log) returns bytea
language sql stable parallel safe set timezone = 'UTC' set search_path = pg_catalog, public, pg_temp as $$
  select sha256(convert_to((jsonb_build_array(1, entry.id, entry.at, entry.user_id, entry.user_name,
    entry.org_id, entry.method, entry.path, entry.permission, entry.target_ids, entry.request,
    entry.before, entry.after, entry.code, entry.ip, entry.duration_ms, entry.request_id)
    || case when entry.impersonator_id is null and entry.impersonator_name is null then '[]'::jsonb
      else jsonb_build_array(entry.impersonator_id, entry.impersonator_name) end
    || case when entry.client_kind is null and entry.user_agent is null and entry.factor_given is null then '[]'::jsonb
      else jsonb_build_array(jsonb_build_object('clientKind', entry.client_kind, 'userAgent', entry.user_agent,
        'factorGiven', entry.factor_given)) end)::text,
    'UTF8'))
$$;

create or replace view action_log_row as
  select log.id, log.at, log.user_id, log.user_name, log.org_id, organization.name as org_name,
    log.method, log.path, log.permission, page.menu_name as page_name, log.target_ids,
    coalesce(log.after ->> 'name', log.before ->> 'name', log.after ->> 'sn', log.before ->> 'sn',
      log.after ->> 'userName', log.before ->> 'userName', log.after ->> 'code') as target_name,
    log.code, log.ip, log.duration_ms, log.request_id, log.request, log.before, log.after, log.xact,
    log.impersonator_name, log.client_kind, log.user_agent, log.factor_given
  from action_log as log
    left join organization on organization.id = log.org_id
    left join menu as button on button.button_code = log.permission
    left join menu as page on page.id = button.parent_id;

-- Most is done in the console: what few clients did is found among it.
-- squawk-ignore require-concurrent-index-creation
create index action_log_client on action_log (client_kind, at desc, id desc) where client_kind <> 'CONSOLE';
