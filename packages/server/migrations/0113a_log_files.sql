-- What the log files of terminals hold, how long they are kept, and rules by which they are pulled.

-- Lines of a log, and the crashes and hangs that were found in it when it came.
alter table handed_file add column lines bigint;
alter table handed_file add column found jsonb not null default '[]';
-- Packages that crashed or hung in it.
alter table handed_file add column packages text[] not null default '{}';
-- Kept until then at least, however long others are.
alter table handed_file add column keep_until timestamptz;
-- EXPIRED and DELETED: the bytes are gone, the record stays as long as its item's month.
alter table handed_file drop constraint handed_file_state;
-- squawk-ignore constraint-missing-not-valid
alter table handed_file add constraint handed_file_state check (state in ('OPEN', 'STORED', 'EXPIRED', 'DELETED'));

-- All that terminals were asked for their logs, the latest first.
-- squawk-ignore require-concurrent-index-creation
create index push_item_log on push_item (id desc) where cmd = 'LOG_PULL';
-- squawk-ignore require-concurrent-index-creation
create index push_item_log_state on push_item (state, id desc) where cmd = 'LOG_PULL';
-- squawk-ignore require-concurrent-index-creation
create index handed_file_found on handed_file (item_id desc) where packages <> '{}';

-- When logs are pulled without anybody asking.
create table log_rule (
  id uuid primary key default uuid7(),
  -- For the terminals of this organisation and below; with a group, for those of them in the group.
  org_id uuid not null references organization (id),
  group_id uuid references device_group (id),
  name text not null,
  -- ALARM, CRASH, TASK
  condition text not null,
  -- Of ALARM: which; none: any.
  alarm_kinds text[] not null default '{}',
  -- Of CRASH: of this package only.
  package text,
  types text[] not null,
  max_mb integer not null default 10,
  -- Hours for which the same rule asks the same terminal for nothing more.
  cooldown_hours integer not null default 24,
  remark text,
  -- Who wrote it last, and what he saw then: it pulls on his behalf.
  giver jsonb not null default '{}',
  fired_count integer not null default 0,
  fired_at timestamptz,
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid,
  constraint log_rule_condition check (condition in ('ALARM', 'CRASH', 'TASK'))
);
create unique index log_rule_name_unique on log_rule (org_id, lower(name)) where deleted_at is null;
create index log_rule_group on log_rule (group_id) where group_id is not null;

create view log_rule_row as
  select r.id, r.org_id, r.group_id, r.name, r.condition, r.alarm_kinds, r.package, r.types, r.max_mb,
    r.cooldown_hours, r.remark, r.fired_count, r.fired_at, r.status, r.version, r.created_at, r.created_by, r.updated_at,
    r.updated_by, r.deleted_at, r.deleted_by, own.name as org_name, meant.name as group_name,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from log_rule r
    join organization own on own.id = r.org_id
    left join device_group meant on meant.id = r.group_id
    left join app_user editor on editor.id = coalesce(r.updated_by, r.created_by)
    left join app_user remover on remover.id = r.deleted_by;

-- When each rule last asked each terminal: whoever writes here first asks.
create table log_rule_fired (
  rule_id uuid not null references log_rule (id) on delete cascade,
  device_id uuid not null references device (id) on delete cascade,
  at timestamptz not null default now(),
  primary key (rule_id, device_id)
);
create index log_rule_fired_device on log_rule_fired (device_id);

-- Which rule a push of logs comes of, and what had happened.
create table log_rule_push (
  push_id uuid primary key,
  rule_id uuid references log_rule (id) on delete set null,
  condition text not null
);
create index log_rule_push_rule on log_rule_push (rule_id);

-- What happened that some rule waits for, written with it and taken by one worker.
create table log_signal (
  id bigint generated always as identity primary key,
  device_id uuid not null,
  condition text not null,
  -- The kind of an alarm, the package that crashed, the command that failed.
  detail text not null,
  at timestamptz not null default now()
) with (autovacuum_vacuum_scale_factor = 0.02);

create function is_log_awaited(asked text) returns boolean language sql stable as $$
  select exists (select from log_rule where condition = asked and status = 1 and deleted_at is null)
$$;

create function log_signal_events() returns trigger language plpgsql as $$
begin
  if is_log_awaited('CRASH') then
    insert into log_signal (device_id, condition, detail)
      select device_id, 'CRASH', coalesce(data ->> 'package', '') from added
      where code = 'APP_CRASHED' and not is_over order by id;
  end if;
  return null;
end $$;
create trigger device_event_pulls after insert on device_event
  referencing new table as added for each statement execute function log_signal_events();

create function log_signal_alarms() returns trigger language plpgsql as $$
begin
  if is_log_awaited('ALARM') then
    insert into log_signal (device_id, condition, detail)
      select device_id, 'ALARM', kind from added where closed_at is null order by id;
  end if;
  return null;
end $$;
create trigger alarm_pulls after insert on alarm
  referencing new table as added for each statement execute function log_signal_alarms();
create function log_signal_alarms_again() returns trigger language plpgsql as $$
begin
  if is_log_awaited('ALARM') then
    insert into log_signal (device_id, condition, detail)
      select device_id, 'ALARM', kind from (
        (select id, device_id, kind from added where closed_at is null
          except select id, device_id, kind from removed where closed_at is null)) as opened order by id;
  end if;
  return null;
end $$;
create trigger alarm_pulls_again after update on alarm
  referencing old table as removed new table as added for each statement execute function log_signal_alarms_again();

-- A log that could not be pulled is no reason to pull one.
create function log_signal_failures() returns trigger language plpgsql as $$
begin
  if is_log_awaited('TASK') then
    insert into log_signal (device_id, condition, detail)
      select device_id, 'TASK', cmd from (
        (select id, device_id, cmd from added
            where ended_at is not null and state in ('FAILED', 'TIMEOUT') and cmd <> 'LOG_PULL'
          except select id, device_id, cmd from removed where ended_at is not null)) as failed order by id;
  end if;
  return null;
end $$;
create trigger push_item_pulls after update on push_item
  referencing old table as removed new table as added for each statement execute function log_signal_failures();

-- A log that belongs to a ticket.
alter table repair_event add column item_id uuid;
alter table repair_event drop constraint repair_event_kind_check;
-- squawk-ignore constraint-missing-not-valid
alter table repair_event add constraint repair_event_kind_check
  check (kind in ('STATE', 'COMMENT', 'CUSTODY', 'ASSIGN', 'LOG'));
