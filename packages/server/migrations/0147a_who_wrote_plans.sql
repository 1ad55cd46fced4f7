-- Everybody who has written a plan: none of them agrees to it, whoever wrote it last.
alter table plan add column written_by uuid[] not null default '{}';
update plan set written_by = array_remove(array[created_by, updated_by], null);

-- A plan that is under way cannot be disabled any more: one that was rests, with what it sends, until somebody resumes it.
update push set state = 'PAUSED', reason = 'plan.pausedWith', version = push.version + 1, updated_at = now()
  from plan_push made join plan on plan.id = made.plan_id
  where made.push_id = push.id and push.ended_at is null and push.state in ('APPROVAL', 'SCHEDULED', 'RUNNING')
    and plan.status = 0 and plan.ended_at is null and plan.state in ('SCHEDULED', 'EXPANDING', 'RUNNING', 'SOAKING');
update plan set status = 1, state = case when state in ('SCHEDULED', 'EXPANDING', 'RUNNING', 'SOAKING') then 'PAUSED' else state end
  where status = 0 and ended_at is null and state not in ('DRAFT', 'REJECTED');
