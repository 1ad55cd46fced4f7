-- What the action log is searched by. Neither its columns nor its hashes change: what is sought in the
-- content is kept in an index alone, written with built-in functions only, because an index of a table
-- runs what it is made of with the rights of that table's owner.

-- Every name that the log has, once: a part of a name is sought here, and then whole names in the log.
create table action_name (name text primary key);
insert into action_name
  select distinct name from action_log as log cross join lateral unnest(array[log.user_name, log.impersonator_name,
    log.after ->> 'name', log.after ->> 'sn', log.after ->> 'userName', log.after ->> 'code',
    log.before ->> 'name', log.before ->> 'sn', log.before ->> 'userName', log.before ->> 'code']) as name
  where length(name) between 1 and 200;
create index action_name_words on action_name using gin (name gin_trgm_ops);

create function note_action_names() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into action_name
    select distinct name from added as log cross join lateral unnest(array[log.user_name, log.impersonator_name,
      log.after ->> 'name', log.after ->> 'sn', log.after ->> 'userName', log.after ->> 'code',
      log.before ->> 'name', log.before ->> 'sn', log.before ->> 'userName', log.before ->> 'code']) as name
    where length(name) between 1 and 200 order by name
    on conflict do nothing;
  return null;
end $$;
create trigger action_log_names after insert on action_log
  referencing new table as added for each statement execute function note_action_names();

-- The names of what was changed, before and after.
-- squawk-ignore require-concurrent-index-creation
create index action_log_names on action_log using gin ((array_remove(array[
  after ->> 'name', after ->> 'sn', after ->> 'userName', after ->> 'code',
  before ->> 'name', before ->> 'sn', before ->> 'userName', before ->> 'code'], null)));
-- squawk-ignore require-concurrent-index-creation
create index action_log_user_name on action_log (user_name, at);
-- Few entries have somebody who looked on.
-- squawk-ignore require-concurrent-index-creation
create index action_log_impersonator on action_log (impersonator_name, at) where impersonator_name is not null;
-- How addresses and permissions begin, whatever the database sorts like.
-- squawk-ignore require-concurrent-index-creation
create index action_log_ip on action_log ((ip collate "C"), at);
-- squawk-ignore require-concurrent-index-creation
create index action_log_module on action_log ((permission collate "C"), at);
-- squawk-ignore require-concurrent-index-creation
create index action_log_request on action_log (request_id);
-- squawk-ignore require-concurrent-index-creation
create index action_log_refused on action_log (at, id) where code not in (0, 200);

-- squawk-ignore require-concurrent-index-creation
create index sign_in_log_words on sign_in_log
  using gin (user_name gin_trgm_ops, ip gin_trgm_ops, user_agent gin_trgm_ops);
-- squawk-ignore require-concurrent-index-creation
create index sign_in_log_begins on sign_in_log ((ip collate "C"), at);
-- squawk-ignore require-concurrent-index-creation
create index sign_in_log_failed on sign_in_log (at, id) where result <> 'SUCCESS';

-- Without them the planner does not know how common a name is.
analyze action_log, action_name, sign_in_log;
