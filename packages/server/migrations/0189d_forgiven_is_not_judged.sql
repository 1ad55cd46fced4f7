-- What was forgiven is no part of those of which a share has to succeed, as in plan.rules.ts: a plan that goes on
-- after its threshold could never pass.
create or replace function judge_plan_waves() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  touched record;
  bad integer;
begin
  insert into plan_check (plan_id, device_id, push_id, wave, since)
    select given.plan_id, added.device_id, given.push_id, given.wave, added.ended_at
    from added join plan_push given on given.push_id = added.push_id and given.is_last and given.purpose = 'FORTH'
      cross join lateral (select from plan_target target where target.plan_id = given.plan_id
        and target.device_id = added.device_id and target.outcome is null offset 0) as open
    where added.state = 'SUCCESS'
    on conflict do nothing;
  for touched in select distinct given.plan_id, given.wave from added
      join plan_push given on given.push_id = added.push_id and given.purpose = 'FORTH'
    where added.state in ('FAILED', 'REFUSED', 'TIMEOUT') or added.step = 'NO_CONTACT' order by 1, 2 loop
    perform from plan_wave where plan_id = touched.plan_id and wave = touched.wave and state in ('RUNNING', 'SOAK') for update;
    continue when not found;
    select coalesce(sum(tally.count), 0) into bad from plan_push given join push_tally tally on tally.push_id = given.push_id
      where given.plan_id = touched.plan_id and given.wave = touched.wave and given.purpose = 'FORTH'
        and (tally.state in ('FAILED', 'REFUSED', 'TIMEOUT') or tally.state = 'RUNNING' and tally.step = 'NO_CONTACT');
    update plan_wave wave set state = 'FAILED', ended_at = now(),
        reason = case when judged.is_bad then 'plan.failed.errors' else 'plan.failed.success' end
      from (select counted.bad * 100 > counted.error_percent * counted.size or coalesce(counted.bad > counted.error_count, false) as is_bad,
          (counted.judged - counted.bad) * 100 < counted.success_percent * counted.judged as is_lost
        from (select known.size::bigint, known.success_percent, known.error_percent, known.error_count,
            known.size::bigint - least(known.forgiven, told.failed) as judged,
            greatest(told.failed - known.forgiven, 0)::bigint as bad
          from plan_wave known cross join lateral (select bad + known.no_contact + known.unwell as failed) as told
          where known.plan_id = touched.plan_id and known.wave = touched.wave) as counted) as judged
      where wave.plan_id = touched.plan_id and wave.wave = touched.wave and (judged.is_bad or judged.is_lost);
    continue when not found;
    update push set state = 'PAUSED', reason = 'plan.pausedWith', version = version + 1, updated_at = now()
      where id in (select push.id from push join plan_push given on given.push_id = push.id
        where given.plan_id = touched.plan_id and given.purpose = 'FORTH' and push.ended_at is null
          and push.state in ('SCHEDULED', 'RUNNING')
        order by push.id for update of push skip locked);
  end loop;
  return null;
end $$;
