-- One push may follow another: a terminal gets it when the one before it is done there, and never where
-- that has failed.
-- squawk-ignore adding-foreign-key-constraint, constraint-missing-not-valid
alter table push add column after_push_id uuid references push (id) on delete set null;
-- squawk-ignore require-concurrent-index-creation
create unique index push_after on push (after_push_id) where after_push_id is not null;
-- squawk-ignore constraint-missing-not-valid
alter table push_item drop constraint push_item_waits_for, add constraint push_item_waits_for check (waits_for in ('PACE',
  'BLACKOUT', 'WINDOW', 'PAUSED', 'STOPPED', 'GRACE', 'RETRY', 'RATE', 'BEFORE'));

-- Terminals of pushes that another one follows, of which something has ended or that wait anew: looked at
-- soon, whether the one that follows may leave. Nobody looks at the others.
create table push_next (
  push_id uuid not null,
  device_id uuid not null
);
create or replace function note_push_ends() returns trigger language plpgsql as $$
begin
  insert into push_look select distinct push_id from added where ended_at is not null;
  insert into push_next (push_id, device_id)
    select added.push_id, added.device_id from added where added.ended_at is not null
      and exists (select from push follower where follower.after_push_id = added.push_id);
  return null;
end $$;

drop view push_row;
create view push_row as
  select push.*, place.name as org_name, creator.user_name as created_by_name, approver.user_name as approved_by_name,
    former.task_no as after_no,
    way.kind as target_kind,
    case way.kind when 'groupId' then team.name when 'orgId' then target.name
      when 'sns' then case when jsonb_array_length(push.targets -> 'sns') = 1 then push.targets #>> '{sns,0}' end
      when 'ids' then case when jsonb_array_length(push.targets -> 'ids') = 1 then device.sn end end as target_name
  from push
    join organization place on place.id = push.org_id
    cross join lateral (select key as kind from jsonb_object_keys(push.targets) as key limit 1) as way
    left join app_user creator on creator.id = push.created_by
    left join app_user approver on approver.id = push.approved_by
    left join push former on former.id = push.after_push_id
    left join device_group team on team.id = push.group_id
    left join organization target on target.id = (push.targets ->> 'orgId')::uuid
    left join device on device.id = (push.targets #>> '{ids,0}')::uuid and jsonb_array_length(push.targets -> 'ids') = 1;
