-- Tasks rest and go on, stay on top of their list, and remember how they went.
alter table async_task
  add column pause_asked boolean not null default false,
  -- Since when it rests, and for how many seconds it has rested before.
  add column paused_at timestamptz,
  add column rested integer not null default 0,
  -- What a list is in the order of: the moment it was asked for; of what is pinned on top, the year 9999.
  add column shown_at timestamptz not null default now();
update async_task set shown_at = created_at;
-- squawk-ignore require-concurrent-index-creation
create index async_task_shown on async_task (created_by, shown_at desc nulls last, id desc);
-- squawk-ignore require-concurrent-index-deletion
drop index async_task_of;

-- Each state of a task with its moment; the node where it runs.
create table async_task_event (
  id bigint generated always as identity primary key,
  task_id uuid not null references async_task (id) on delete cascade,
  at timestamptz not null default clock_timestamp(),
  state text not null,
  node text,
  -- Why: a text key, or words.
  message text
);
create index async_task_event_of on async_task_event (task_id, id);

create function note_task_event() returns trigger language plpgsql as $$
begin
  insert into async_task_event (task_id, state, node, message)
    values (new.id, new.state, case when new.state = 'RUNNING' then new.node end, new.message);
  -- One that waits again and again keeps its latest states.
  delete from async_task_event where task_id = new.id and id <=
    (select id from async_task_event where task_id = new.id order by id desc offset 100 limit 1);
  return null;
end $$;
create trigger event_noted_first after insert on async_task
  for each row execute function note_task_event();
-- Taken up by another node counts, the many words on how far it is do not.
create trigger event_noted after update of state, node on async_task
  for each row when (old.state <> new.state or old.node is distinct from new.node)
  execute function note_task_event();

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
    task.shown_at, task.shown_at = '9999-01-01T00:00:00Z' as pinned
  from async_task as task
    join organization on organization.id = task.org_id
    left join app_user as creator on creator.id = task.created_by;
