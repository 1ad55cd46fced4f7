-- Assignments some of whose terminals are kept from what they should have were found by adding up the counts of all
-- sets. Whoever folds the counts says now of which sets some fail, and of which none does any more: what a delivery
-- writes is what it was.

-- Something keeps a terminal from what it should have.
create function param_fails(state text) returns boolean language sql immutable parallel safe as $$
  select state in ('BLOCKED', 'HELD', 'PARTLY_APPLIED', 'REJECTED', 'FAILED', 'DRIFT')
$$;

-- The assignments that speak of sets with such terminals; no longer than there are any.
create table param_failing (
  assignment_id uuid not null,
  set_id bigint not null,
  primary key (assignment_id, set_id)
);
-- squawk-ignore require-concurrent-index-creation
create index param_failing_set on param_failing (set_id);

-- Adds what connections have counted apart; what one of them counts just now waits for the next round.
create function fold_param_tally(most integer) returns void language plpgsql as $$
declare
  touched bigint[];
begin
  -- One at a time: whether some fail is said by all that is folded of a set.
  perform pg_advisory_xact_lock(hashtextextended('param_set_tally', 0));
  with own as (
      select set_id, state, slot, devices from param_set_tally where slot <> 0
      order by set_id, state, slot limit most for update skip locked),
    gone as (
      delete from param_set_tally kept using own
      where kept.set_id = own.set_id and kept.state = own.state and kept.slot = own.slot),
    folded as (insert into param_set_tally as kept (set_id, state, slot, devices)
      select set_id, state, 0, sum(devices) from own group by 1, 2 order by 1, 2
      on conflict (set_id, state, slot) do update set devices = kept.devices + excluded.devices
      returning set_id, state)
  select array_agg(distinct set_id) into touched from folded where param_fails(state);
  if touched is null then return; end if;
  with failing as materialized (select set_id from param_set_tally
      where set_id = any(touched) and slot = 0 and param_fails(state) group by 1 having sum(devices) > 0),
    gone as (delete from param_failing known
      where known.set_id = any(touched) and known.set_id <> all(array(select set_id from failing)))
  insert into param_failing (assignment_id, set_id)
    -- What is known of a set is known of all who speak of it: those of a set never change.
    select unnest(own.assignment_ids), own.id from param_set own
    where own.id = any(array(select set_id from failing
        where not exists (select from param_failing known where known.set_id = failing.set_id)))
    order by 1, 2 on conflict do nothing;
end $$;

insert into param_failing (assignment_id, set_id)
  select unnest(own.assignment_ids), own.id from param_set own
    join (select set_id from param_set_tally where param_fails(state) group by 1 having sum(devices) > 0) failing
      on failing.set_id = own.id
  on conflict do nothing;
