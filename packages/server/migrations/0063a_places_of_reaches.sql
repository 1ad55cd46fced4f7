-- Where an organisation lies is looked up when a reach is compared: a reach names it alone, so that one
-- that was moved is the same reach. Those that are the same by now become one.
create temporary table placed on commit drop as
  select reach.id, jsonb_set(reach.scope, '{rules}', coalesce((
      select jsonb_agg(jsonb_set(rule.value, '{places}', coalesce((
          select jsonb_agg(place.value || '{"path": ""}' order by place.ordinality)
          from jsonb_array_elements(rule.value -> 'places') with ordinality as place), '[]')) order by rule.ordinality)
      from jsonb_array_elements(reach.scope -> 'rules') with ordinality as rule), '[]')) as scope
  from reach;
create temporary table same on commit drop as
  select placed.id, first_value(placed.id) over (partition by placed.scope order by placed.id) as kept_id, placed.scope
  from placed;
update async_task set reach_id = same.kept_id from same
  where async_task.reach_id = same.id and same.id <> same.kept_id;
update file_task set reach_id = same.kept_id from same
  where file_task.reach_id = same.id and same.id <> same.kept_id;
delete from reach using same where reach.id = same.id and same.id <> same.kept_id;
update reach set scope = same.scope from same where reach.id = same.id and reach.scope <> same.scope;

-- Which of them are named by nothing any more is asked each night.
-- squawk-ignore require-concurrent-index-creation
create index async_task_reach on async_task (reach_id);
-- squawk-ignore require-concurrent-index-creation
create index file_task_reach on file_task (reach_id);

-- Holds the reach until the end of the transaction: nobody takes it away before it is named.
create or replace function reach_of(given jsonb) returns uuid language plpgsql as $$
declare
  found_id uuid;
begin
  loop
    select reach.id into found_id from reach where md5(reach.scope::text) = md5(given::text) for key share;
    exit when found_id is not null;
    insert into reach (scope) values (given) on conflict do nothing returning reach.id into found_id;
    exit when found_id is not null;
  end loop;
  return found_id;
end $$;
