-- For how many terminals a plan may begin without being asked for again, and who handed it in, with what he saw.
alter table plan
  add column agreed integer,
  add column submitter jsonb;

-- Terminals of a part that came to no item of it are counted as left out: once, when all of it is written down.
alter table plan_push add column is_settled boolean not null default false;
-- What was given before is as it was.
update plan_push set is_settled = true;

-- A way back is for terminals of all parts.
create or replace function is_plan_at(plan uuid, device uuid) returns boolean language sql volatile as $$
  select exists (select from plan_push made join push on push.id = made.push_id
      join plan_target target on target.plan_id = made.plan_id
        and (target.part = made.part or made.purpose = 'BACK' and target.part is not null)
    where made.plan_id = plan and target.device_id = device and push.ended_at is null and push.expanded_at is null)
  or exists (select from push_item item join plan_push made on made.push_id = item.push_id
    where item.device_id = device and item.ended_at is null and made.plan_id = plan)
$$;
