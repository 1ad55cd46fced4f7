-- Everybody who has written a plan: none of them agrees to it, whoever wrote it last.
alter table plan add column written_by uuid[] not null default '{}';
update plan set written_by = array_remove(array[created_by, updated_by], null);

-- A plan that is under way cannot be disabled any more: one that was rests until somebody resumes it.
update plan set status = 1, state = case when state in ('SCHEDULED', 'EXPANDING', 'RUNNING', 'SOAKING') then 'PAUSED' else state end
  where status = 0 and ended_at is null and state not in ('DRAFT', 'REJECTED');
