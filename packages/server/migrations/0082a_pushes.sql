-- Whatever is wanted from terminals is a push, and what is wanted from each of them an item of it: one
-- shape for commands, applications and all that comes. Items are as many as terminals times wishes, so
-- they lie in months, found by the moment that their ids begin with: a year of them costs no list more.

-- The month of an item is that of its push, whose moment its id shares: so one terminal stands in a
-- push once, which each month guards by itself.
create function item_of(push uuid) returns uuid language sql volatile parallel safe as $$
  select overlay(uuid7()::text placing left(push::text, 13) from 1 for 13)::uuid
$$;
-- The least id of a moment.
create function uuid7_from(moment timestamptz) returns uuid language sql immutable parallel safe as $$
  select (substr(told.hex, 1, 8) || '-' || substr(told.hex, 9, 4) || '-0000-0000-000000000000')::uuid
  from (select lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') as hex) as told
$$;

create table push (
  id uuid primary key default uuid7(),
  task_no text not null,
  -- A command, or what is done with an application.
  kind text not null,
  title text not null,
  args jsonb not null,
  -- The organisation of whoever wants it; its pushes leave at one pace.
  org_id uuid not null references organization (id),
  state text not null,
  -- Why it is where it is: a threshold, a reason that was typed.
  reason text,
  -- As they were written: {"sns"}, {"ids"}, {"groupId"} or {"filter"}.
  targets jsonb not null,
  -- Who joins the group later gets it as well.
  is_growing boolean not null default false,
  group_id uuid references device_group (id) on delete set null,
  -- Windows, retries and the like; see the contract.
  options jsonb not null default '{}',
  -- Who wanted it, with what he might do and see then; null: its items are written already.
  principal jsonb,
  -- When it begins; with a cron line, when it begins next: it stays, and each run is a push of its own.
  starts_at timestamptz,
  cron text,
  parent_id uuid references push (id) on delete set null,
  -- Mass pushes can be taken back before they leave.
  grace_until timestamptz,
  -- How far its targets have been written down: the last terminal; done when expanded_at is set.
  cursor_id uuid,
  expanded_at timestamptz,
  -- Its items.
  size integer not null default 0,
  ttl_seconds integer,
  expires_at timestamptz,
  -- More than the parameter allows one person alone.
  needs_approval boolean not null default false,
  approved_at timestamptz,
  approved_by uuid,
  created_at timestamptz not null default now(),
  created_by uuid,
  ended_at timestamptz,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  constraint push_state check (state in ('APPROVAL', 'SCHEDULED', 'RUNNING', 'PAUSED', 'FINISHED', 'PARTIAL',
    'STOPPED', 'EXPIRED'))
);
create sequence push_number;
create index push_org on push (org_id, id);
create index push_created_by on push (created_by, id);
create unique index push_task_no on push (task_no);
create index push_group on push (group_id) where group_id is not null;
create index push_parent on push (parent_id) where parent_id is not null;
-- What a worker looks at every few seconds: as small as the open work.
create index push_open on push (state, id) where ended_at is null;

create table push_item (
  id uuid not null primary key default uuid7(),
  -- What is given outside of a push is one by itself.
  push_id uuid not null default uuid7(),
  device_id uuid not null references device (id) on delete cascade,
  cmd text not null,
  -- Null: those of its push.
  args jsonb,
  state text not null,
  -- How far an application is while it runs.
  step text,
  percent smallint,
  code text,
  message text,
  attempt integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  -- The organisation of whoever gave it: the pushes of one leave at one pace.
  sender_org_id uuid,
  queued_at timestamptz,
  published_at timestamptz,
  delivered_at timestamptz,
  acked_at timestamptz,
  ended_at timestamptz,
  -- When the terminal's own inventory showed it.
  proved_at timestamptz,
  expires_at timestamptz not null,
  stale_reports integer not null default 0,
  -- One id for all sendings of an attempt: the terminal acts on it at most once.
  message_id uuid not null default uuid7(),
  publications integer not null default 0,
  next_publish_at timestamptz,
  -- Why it does not leave although its terminal is there; until next_publish_at.
  waits_for text,
  waits_reason text,
  last_report_at timestamptz,
  -- When its terminal is asked, unless it speaks before; when it was asked last.
  ask_at timestamptz,
  asked_at timestamptz,
  -- What was transferred.
  bytes bigint,
  kbps integer,
  -- Where it is counted while it is younger than a day.
  counted_org uuid,
  counted_model uuid,
  constraint push_item_state check (state in ('CREATED', 'QUEUED', 'PUBLISHED', 'DELIVERED', 'ACKED', 'RUNNING',
    'SUCCESS', 'FAILED', 'REFUSED', 'DEFERRED', 'CANCELLED', 'EXPIRED', 'TIMEOUT', 'FILTERED', 'DUPLICATE',
    'OFFLINE_SKIPPED')),
  constraint push_item_waits_for check (waits_for in ('PACE', 'BLACKOUT', 'WINDOW', 'PAUSED', 'STOPPED', 'GRACE', 'RETRY'))
) partition by range (id);

create index push_item_device on push_item (device_id, created_at desc, id desc);
create index push_item_of on push_item (push_id, state, id);
create index push_item_waiting on push_item (device_id)
  where state in ('CREATED', 'QUEUED', 'PUBLISHED', 'DELIVERED', 'ACKED', 'RUNNING', 'DEFERRED');
create index push_item_due on push_item (next_publish_at)
  where state in ('QUEUED', 'PUBLISHED', 'DELIVERED') and next_publish_at is not null;
create index push_item_open on push_item (expires_at) where ended_at is null;
create index push_item_ask on push_item (ask_at) where ask_at is not null and ended_at is null;
create index push_item_counted on push_item (created_at) where counted_org is not null;

-- Every answer of a terminal, also those that came late or twice.
create table push_report (
  id uuid not null default uuid7(),
  item_id uuid not null references push_item (id) on delete cascade,
  message_id text not null,
  state text not null,
  step text,
  percent smallint,
  code text,
  message text,
  reported_at timestamptz not null,
  received_at timestamptz not null default now(),
  -- MOVED, LATE or REPEATED
  outcome text not null,
  primary key (item_id, id)
) partition by range (item_id);
create index push_report_item on push_report (item_id, received_at);
create index push_report_message on push_report (item_id, message_id);

-- Makes the months of items that are missing, from one to the last to come; safe to call at any time.
create function make_push_months(first timestamptz, months integer) returns void language plpgsql as $$
declare
  month timestamp := date_trunc('month', first at time zone 'UTC');
  next timestamp;
  name text;
begin
  while month <= date_trunc('month', now() at time zone 'UTC') + months * interval '1 month' loop
    next := month + interval '1 month';
    name := to_char(month, '_YYYY_MM');
    if to_regclass('push_item' || name) is null then
      execute format('create table %I partition of push_item for values from (%L) to (%L)', 'push_item' || name,
        uuid7_from(month at time zone 'UTC'), uuid7_from(next at time zone 'UTC'));
      execute format('create unique index %I on %I (push_id, device_id)', 'push_item_once' || name, 'push_item' || name);
      execute format('create table %I partition of push_report for values from (%L) to (%L)', 'push_report' || name,
        uuid7_from(month at time zone 'UTC'), uuid7_from(next at time zone 'UTC'));
    end if;
    month := next;
  end loop;
end $$;
-- What was before, as far as there is any, one month at least.
create table push_item_before partition of push_item
  for values from (minvalue) to (uuid7_from((date_trunc('month', now() at time zone 'UTC') - interval '1 month') at time zone 'UTC'));
create unique index push_item_once_before on push_item_before (push_id, device_id);
create table push_report_before partition of push_report
  for values from (minvalue) to (uuid7_from((date_trunc('month', now() at time zone 'UTC') - interval '1 month') at time zone 'UTC'));
select make_push_months(now() - interval '1 month', 3);

-- How many items of a push are in which state: kept by every statement that moves some, in one of a few
-- rows, so that those who write at once do not wait for each other; summed when read.
create table push_tally (
  push_id uuid not null,
  state text not null,
  step text not null default '',
  slot smallint not null,
  count bigint not null,
  primary key (push_id, state, step, slot)
) with (fillfactor = 50);

create function push_tally_added() returns trigger language plpgsql as $$
begin
  insert into push_tally as known (push_id, state, step, slot, count)
    select push_id, state, coalesce(step, ''), pg_backend_pid() % 16, count(*) from added group by 1, 2, 3 order by 1, 2, 3
    on conflict (push_id, state, step, slot) do update set count = known.count + excluded.count;
  return null;
end $$;
create function push_tally_removed() returns trigger language plpgsql as $$
begin
  insert into push_tally as known (push_id, state, step, slot, count)
    select push_id, state, coalesce(step, ''), pg_backend_pid() % 16, -count(*) from removed group by 1, 2, 3 order by 1, 2, 3
    on conflict (push_id, state, step, slot) do update set count = known.count + excluded.count;
  return null;
end $$;
create function push_tally_changed() returns trigger language plpgsql as $$
begin
  insert into push_tally as known (push_id, state, step, slot, count)
    select push_id, state, step, pg_backend_pid() % 16, sum(sign) from (
      select push_id, state, coalesce(step, '') as step, 1 as sign from added
      union all select push_id, state, coalesce(step, ''), -1 from removed) as moved
    group by 1, 2, 3 having sum(sign) <> 0 order by 1, 2, 3
    on conflict (push_id, state, step, slot) do update set count = known.count + excluded.count;
  return null;
end $$;

-- What was given before: each batch and each command by itself becomes a push.
insert into push (id, task_no, kind, title, args, org_id, state, targets, expanded_at, size, expires_at, created_at,
    created_by, ended_at)
  select first.push_id, 'TK' || to_char(first.created_at at time zone 'UTC', 'YYYYMMDD') || '-'
      || lpad(nextval('push_number')::text, 4, '0'),
    first.cmd, first.cmd, first.args, coalesce(first.sender_org_id, device.org_id),
    case when first.is_open then 'RUNNING' when first.failed = 0 then 'FINISHED' else 'PARTIAL' end,
    '{"ids":[]}', first.created_at, first.size, first.expires_at, first.created_at, first.created_by,
    case when not first.is_open then first.ended_at end
  from (select distinct on (coalesce(batch_id, id)) coalesce(batch_id, id) as push_id, device_id, cmd, args, sender_org_id,
      created_at, created_by, count(*) over whole as size, max(expires_at) over whole as expires_at,
      count(*) filter (where state <> 'SUCCESS') over whole as failed, max(ended_at) over whole as ended_at,
      bool_or(ended_at is null) over whole as is_open
    from device_task_item window whole as (partition by coalesce(batch_id, id)) order by coalesce(batch_id, id), id) as first
    join device on device.id = first.device_id;
insert into push_item (id, push_id, device_id, cmd, args, state, percent, code, message, attempt, created_at, created_by,
    sender_org_id, queued_at, published_at, delivered_at, acked_at, ended_at, expires_at, stale_reports, message_id,
    publications, next_publish_at, waits_for, waits_reason, last_report_at, ask_at, asked_at, counted_org, counted_model)
  select id, coalesce(batch_id, id), device_id, cmd, args, state, percent, code, message, attempt, created_at, created_by,
    sender_org_id, queued_at, published_at, delivered_at, acked_at, ended_at, expires_at, stale_reports, message_id,
    publications, next_publish_at, waits_for, waits_reason, last_report_at, ask_at, asked_at, counted_org, counted_model
  from device_task_item;
insert into push_report (id, item_id, message_id, state, percent, code, message, reported_at, received_at, outcome)
  select id, item_id, message_id, state, percent, code, message, reported_at, received_at, outcome from device_task_report;
insert into push_tally (push_id, state, step, slot, count)
  select push_id, state, '', 0, count(*) from push_item group by 1, 2;

create or replace view estate_count_live as
  select 'ONLINE' as measure, device.org_id, device.model_id, device.created_by, 1::bigint as count
    from device_online online join device on device.id = online.device_id
    where device.deleted_at is null
  union all
  select told.measure, device.org_id, device.model_id, device.created_by, 1
    from device_offline offline join device on device.id = offline.device_id
      cross join lateral (values ('OFFLINE', true), ('AWAY', offline.is_overdue)) as told (measure, holds)
    where device.deleted_at is null and told.holds
  union all
  select 'COMMAND_' || item.state, device.org_id, device.model_id, device.created_by, 1
    from push_item item join device on device.id = item.device_id
    where item.counted_org is not null
  union all
  select 'ALARM_' || alarm.severity, alarm.org_id, alarm.model_id, alarm.created_by, 1
    from alarm where alarm.closed_at is null
  union all
  select 'ALARMED', org_id, model_id, created_by, 1
    from (select distinct device_id, org_id, model_id, created_by from alarm where closed_at is null) as alarmed;

-- squawk-ignore ban-drop-table
drop table device_task_report;
-- squawk-ignore ban-drop-table
drop table device_task_item;
-- squawk-ignore ban-drop-table
drop table command_batch;

-- Whoever writes many says himself where they are counted.
create trigger push_item_place before insert on push_item
  for each row when (new.created_at > now() - interval '24 hours' and new.counted_org is null)
  execute function place_command();
create trigger push_item_added after insert on push_item
  referencing new table as added for each statement execute function note_commands_added();
create trigger push_item_removed after delete on push_item
  referencing old table as removed for each statement execute function note_commands_removed();
create trigger push_item_changed after update on push_item
  referencing old table as removed new table as added for each statement execute function note_commands_changed();
create trigger push_item_tell after update on push_item
  referencing old table as former new table as written
  for each statement execute function tell_command_finished();
create trigger push_item_tally_added after insert on push_item
  referencing new table as added for each statement execute function push_tally_added();
create trigger push_item_tally_removed after delete on push_item
  referencing old table as removed for each statement execute function push_tally_removed();
create trigger push_item_tally_changed after update on push_item
  referencing old table as removed new table as added for each statement execute function push_tally_changed();

create or replace function move_online() returns trigger language plpgsql as $$
begin
  if not exists (select id, org_id, model_id, deleted_at is null from added
      except select id, org_id, model_id, deleted_at is null from removed) then
    return null;
  end if;
  with told as materialized (
      select id, case when is_counted then org_id end as org_id, case when is_counted then model_id end as model_id
      from (select id, org_id, model_id, deleted_at is null as is_counted from added
          except select id, org_id, model_id, deleted_at is null from removed) as moved),
    -- Locked in the orders in which others do: two that wait for each other would both fail.
    present as materialized (select online.device_id, told.org_id, told.model_id
      from told join device_online online on online.device_id = told.id order by 1 for update of online),
    absent as materialized (select offline.device_id, told.org_id, told.model_id
      from told join device_offline offline on offline.device_id = told.id order by 1 for update of offline),
    commands as materialized (select item.id, told.org_id, told.model_id
      from told join push_item item on item.device_id = told.id
        and item.created_at > now() - interval '24 hours' order by 1 for update of item),
    moved_online as (update device_online online set org_id = present.org_id, model_id = present.model_id
      from present where online.device_id = present.device_id),
    moved_offline as (update device_offline offline set org_id = absent.org_id, model_id = absent.model_id
      from absent where offline.device_id = absent.device_id)
  update push_item item set counted_org = commands.org_id, counted_model = commands.model_id
    from commands where item.id = commands.id;
  return null;
end $$;

-- The number that people call a push by.
create function next_task_no(moment timestamptz) returns text language sql volatile as $$
  select 'TK' || to_char(moment at time zone 'UTC', 'YYYYMMDD') || '-' || lpad(nextval('push_number')::text, 4, '0')
$$;

-- Pushes of which something ended: looked at soon, whether it was the last. Nobody looks at the others.
create table push_look (push_id uuid not null);
create function note_push_ends() returns trigger language plpgsql as $$
begin
  insert into push_look select distinct push_id from added where ended_at is not null;
  return null;
end $$;
create trigger push_item_ended after update on push_item
  referencing new table as added for each statement execute function note_push_ends();
create trigger push_item_ended_at_once after insert on push_item
  referencing new table as added for each statement execute function note_push_ends();

-- Nothing of this is sent until somebody lifts it: of an organisation and those below it, or of all.
create table push_halt (
  id uuid primary key default uuid7(),
  -- Null: the whole platform.
  org_id uuid references organization (id) on delete cascade,
  reason text not null,
  created_at timestamptz not null default now(),
  created_by uuid
);
create unique index push_halt_org on push_halt (coalesce(org_id, '00000000-0000-0000-0000-000000000000'));

-- Those that somebody keeps back: what lets them go finds them.
create index push_item_held on push_item (push_id) where waits_for in ('PAUSED', 'STOPPED');

-- Who has joined a group since a push to it began that grows.
create table push_grown (
  push_id uuid not null references push (id) on delete cascade,
  device_id uuid not null
);
create index push_growing on push (group_id) where is_growing and ended_at is null;
create function note_push_growth() returns trigger language plpgsql as $$
begin
  insert into push_grown (push_id, device_id)
    select push.id, added.device_id from push join added on added.group_id = push.group_id
    where push.is_growing and push.ended_at is null and push.state in ('RUNNING', 'PAUSED');
  return null;
end $$;
create trigger device_group_member_grown after insert on device_group_member
  referencing new table as added for each statement execute function note_push_growth();

create view push_row as
  select push.*, place.name as org_name, creator.user_name as created_by_name, approver.user_name as approved_by_name,
    way.kind as target_kind,
    case way.kind when 'groupId' then team.name when 'orgId' then target.name
      when 'sns' then case when jsonb_array_length(push.targets -> 'sns') = 1 then push.targets #>> '{sns,0}' end
      when 'ids' then case when jsonb_array_length(push.targets -> 'ids') = 1 then device.sn end end as target_name
  from push
    join organization place on place.id = push.org_id
    cross join lateral (select key as kind from jsonb_object_keys(push.targets) as key limit 1) as way
    left join app_user creator on creator.id = push.created_by
    left join app_user approver on approver.id = push.approved_by
    left join device_group team on team.id = push.group_id
    left join organization target on target.id = (push.targets ->> 'orgId')::uuid
    left join device on device.id = (push.targets #>> '{ids,0}')::uuid and jsonb_array_length(push.targets -> 'ids') = 1;
