-- What those saw who asked for background work or for a file: whoever reads of it must see as much.
-- Each scope lies here once. Of work and files from before nobody knows: they are for their makers
-- and for those who see everything.
create table reach (
  id uuid primary key default uuid7(),
  scope jsonb not null
);
create unique index reach_once on reach (md5(scope::text));

create function reach_of(given jsonb) returns uuid language plpgsql as $$
declare
  found_id uuid;
begin
  select reach.id into found_id from reach where md5(reach.scope::text) = md5(given::text);
  if found_id is null then
    insert into reach (scope) values (given) on conflict do nothing returning reach.id into found_id;
  end if;
  -- Another transaction was first.
  if found_id is null then
    select reach.id into found_id from reach where md5(reach.scope::text) = md5(given::text);
  end if;
  return found_id;
end $$;

alter table async_task add column reach_id uuid;
alter table file_task
  add column reach_id uuid,
  -- The right that it takes to make such a file.
  add column permission text;

create or replace view async_task_row as
  select task.id, task.task_no, task.type, task.title, task.org_id, organization.name as org_name,
    task.created_by as created_by_id, coalesce(creator.user_name, '') as created_by, task.state, task.total,
    task.done, task.failed, task.message, task.node, task.attempts, task.created_at, task.started_at,
    task.ended_at,
    (select file.id from file_task as file where file.task_id = task.id and file.state = 'READY'
      order by file.created_at desc limit 1) as file_id,
    case when task.state = 'RUNNING' and task.total > 0 and task.done + task.failed > 0
      then ceil((extract(epoch from now() - task.started_at) - task.rested)
        * greatest(0, task.total - task.done - task.failed) / (task.done + task.failed))::integer
    end as eta_seconds,
    -- How long it has run: while it waited for its turn at first, or rested, it did not.
    greatest(0, round(extract(epoch from
      coalesce(task.ended_at, task.paused_at, now()) - task.started_at) - task.rested))::integer
      as duration_seconds,
    task.shown_at, task.shown_at = '9999-01-01T00:00:00Z' as pinned, task.reach_id
  from async_task as task
    join organization on organization.id = task.org_id
    left join app_user as creator on creator.id = task.created_by;

create or replace view file_task_row as
  select file.id, file.name, file.kind, file.source, file.rows, file.bytes,
    encode(file.sha256, 'hex') as sha256, file.org_id, file.created_by as created_by_id,
    coalesce(creator.user_name, '') as created_by, file.created_at, file.state,
    case when file.state = 'READY' then 100
      when task.total > 0 then least(99, 100 * task.done / task.total) else 0 end as percent,
    file.expires_at, file.filter, file.message, file.task_id, file.reach_id, file.permission
  from file_task as file
    left join async_task as task on task.id = file.task_id
    left join app_user as creator on creator.id = file.created_by;
