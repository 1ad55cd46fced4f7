-- The action log cannot be changed unnoticed: nothing is updated or deleted, every row carries its
-- hash, and the worker seals what was committed into a chain of signed blocks.

create function action_log_hash(entry action_log) returns bytea
language sql stable parallel safe set timezone = 'UTC' as $$
  select sha256(convert_to(jsonb_build_array(1, entry.id, entry.at, entry.user_id, entry.user_name,
    entry.org_id, entry.method, entry.path, entry.permission, entry.target_ids, entry.request,
    entry.before, entry.after, entry.code, entry.ip, entry.duration_ms, entry.request_id)::text,
    'UTF8'))
$$;

-- The transaction that wrote the row: blocks take whole transactions, in the order they began.
alter table action_log add column xact xid8 not null default pg_current_xact_id();
alter table action_log add column hash bytea not null default '';
update action_log set hash = action_log_hash(action_log) where action_log.hash = '';
-- squawk-ignore require-concurrent-index-creation
create index action_log_xact on action_log (xact);
-- squawk-ignore require-concurrent-index-creation
create index action_log_target on action_log using gin (target_ids);
-- squawk-ignore require-concurrent-index-creation
create index action_log_org on action_log (org_id, at);

create function action_log_write() returns trigger language plpgsql as $$
begin
  new.xact := pg_current_xact_id();
  new.hash := action_log_hash(new);
  return new;
end $$;
create trigger action_log_write before insert on action_log
  for each row execute function action_log_write();

create function append_only() returns trigger language plpgsql as $$
begin
  raise exception 'table % is append-only', tg_table_name using errcode = '42501';
end $$;
create trigger action_log_append_only before update or delete on action_log
  for each row execute function append_only();
create trigger action_log_rest_keep before truncate on action_log_rest
  for each statement execute function append_only();
create trigger action_log_keep before truncate on action_log
  for each statement execute function append_only();

create table action_seal (
  seq bigint primary key,
  sealed_at timestamptz not null,
  -- Transactions from_xact (with it) to to_xact (without it).
  from_xact xid8 not null,
  to_xact xid8 not null,
  -- When its first and last entries were written; null for none.
  first_at timestamptz,
  last_at timestamptz,
  entries integer not null,
  entries_hash bytea not null,
  previous_hash bytea not null,
  hash bytea not null,
  -- Ed25519 over `hash`, by the installation's key `log.seal`.
  signature bytea not null
);
create index action_seal_sealed on action_seal (sealed_at);
create trigger action_seal_append_only before update or delete on action_seal
  for each row execute function append_only();
create trigger action_seal_keep before truncate on action_seal
  for each statement execute function append_only();

-- The owner gives up what it never needs; the triggers hold for a superuser too.
do $$ begin
  execute format('revoke update, delete, truncate on action_log, action_log_rest, action_seal from %I', current_user);
end $$;

create view action_log_row as
  select log.id, log.at, log.user_id, log.user_name, log.org_id, organization.name as org_name,
    log.method, log.path, log.permission, log.target_ids,
    coalesce(log.after ->> 'name', log.before ->> 'name', log.after ->> 'sn', log.before ->> 'sn',
      log.after ->> 'userName', log.before ->> 'userName', log.after ->> 'code') as target_name,
    log.code, log.ip, log.duration_ms, log.request_id, log.request, log.before, log.after, log.xact
  from action_log as log left join organization on organization.id = log.org_id;

create view sign_in_log_row as
  select log.id, log.at, log.user_id, log.user_name, log.ip, log.user_agent, log.result,
    app_user.org_id, organization.name as org_name
  from sign_in_log as log
    left join app_user on app_user.id = log.user_id
    left join organization on organization.id = app_user.org_id;
-- squawk-ignore require-concurrent-index-creation
create index sign_in_log_at on sign_in_log (at, id);
