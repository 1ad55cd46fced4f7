-- The right that it takes to read what a task tells of records. Of those from before nobody knows which
-- that is: they are for their makers and for super administrators.
alter table async_task add column permission text;

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
    task.shown_at, task.shown_at = '9999-01-01T00:00:00Z' as pinned, task.reach_id, task.permission
  from async_task as task
    join organization on organization.id = task.org_id
    left join app_user as creator on creator.id = task.created_by;
