-- New names of the action log are only appended by whoever logs them; the log's job enters each once.
-- Entered at once, two transactions that log the same new names in opposite order waited for each other.
-- Known ones are appended, too: whoever forgets a name meanwhile does not see this entry yet.
create table action_name_new (name text not null);

create or replace function note_action_names() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into action_name_new
    select distinct told.name from added as log cross join lateral unnest(array[log.user_name, log.impersonator_name,
      log.after ->> 'name', log.after ->> 'sn', log.after ->> 'userName', log.after ->> 'code',
      log.before ->> 'name', log.before ->> 'sn', log.before ->> 'userName', log.before ->> 'code']) as told (name)
    where length(told.name) between 1 and 200;
  return null;
end $$;
