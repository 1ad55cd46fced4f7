-- Alarms: what happens to terminals, and what is found out about them, becomes one open alarm for each
-- terminal and cause, as the rules say.

create table alarm_rule (
  id uuid primary key default uuid7(),
  -- For the terminals of this organisation and below; the nearest rule of a kind counts.
  org_id uuid not null references organization (id),
  name text not null,
  kind text not null,
  severity text not null,
  -- Per kind: percent, megabytes, seconds or days; null: as is usual for the kind.
  threshold integer,
  tells_notice boolean not null default true,
  tells_mail boolean not null default false,
  tells_webhook boolean not null default true,
  remark text,
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index alarm_rule_kind_unique on alarm_rule (org_id, kind) where deleted_at is null;
create unique index alarm_rule_name_unique on alarm_rule (org_id, lower(name)) where deleted_at is null;

create view alarm_rule_row as
  select r.*, own.name as org_name, editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from alarm_rule r
    join organization own on own.id = r.org_id
    left join app_user editor on editor.id = coalesce(r.updated_by, r.created_by)
    left join app_user remover on remover.id = r.deleted_by;

create table alarm (
  id uuid primary key default uuid7(),
  device_id uuid not null references device (id) on delete cascade,
  kind text not null,
  rule_id uuid references alarm_rule (id) on delete set null,
  severity text not null,
  -- OPEN, ACK, CLOSED
  state text not null default 'OPEN',
  -- How often it came, with those within an hour of its end.
  count integer not null default 1,
  data jsonb not null default '{}',
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  acked_at timestamptz,
  acked_by uuid,
  closed_at timestamptz,
  closed_by uuid,
  -- ENDED (by itself), LIFECYCLE, RULE, HAND
  close_cause text,
  close_note text,
  tells_webhook boolean not null default false,
  -- When people were told of it; not yet: null, nobody is to be: the epoch.
  told_at timestamptz,
  -- Whose terminal it is; of a closed one, whose it was.
  org_id uuid not null,
  vendor_id uuid not null,
  model_id uuid not null,
  -- Who made the terminal, for scopes of one's own.
  created_by uuid,
  version integer not null default 1
) with (autovacuum_vacuum_scale_factor = 0.05);
-- One open alarm for each terminal and cause, whoever raises it.
create unique index alarm_open on alarm (device_id, kind) where closed_at is null;
create index alarm_of_device on alarm (device_id, last_at desc);
create index alarm_latest on alarm (last_at desc, id desc);
create index alarm_open_latest on alarm (last_at desc, id desc) where closed_at is null;
create index alarm_open_of_org on alarm (org_id, last_at desc) where closed_at is null;
create index alarm_open_of_kind on alarm (kind) where closed_at is null;
create index alarm_untold on alarm (org_id, kind) where told_at is null;
create index alarm_closed on alarm (closed_at) where closed_at is not null;

create view alarm_row as
  select a.id, a.device_id, a.kind, a.rule_id, a.severity, a.state, a.count, a.data, a.first_at, a.last_at,
    a.acked_at, a.closed_at, a.close_cause, a.close_note, a.org_id, a.vendor_id, a.model_id, a.created_by, a.version,
    device.sn, device.name as device_name, own.name as org_name, model.name as model_name, rule.name as rule_name,
    acker.user_name as acked_by_name, closer.user_name as closed_by_name,
    null::text as updated_by_name, null::text as deleted_by_name,
    array_position(array['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'], a.severity) as grade
  from alarm a
    join device on device.id = a.device_id
    join organization own on own.id = a.org_id
    join model on model.id = a.model_id
    left join alarm_rule rule on rule.id = a.rule_id
    left join app_user acker on acker.id = a.acked_by
    left join app_user closer on closer.id = a.closed_by;

-- What is to be judged: LOOK at what is known of a terminal, RAISE or END what it told itself.
create table alarm_signal (
  id bigint generated always as identity primary key,
  device_id uuid not null,
  -- ALL: everything that can be looked at.
  kind text not null,
  act text not null,
  data jsonb not null default '{}',
  at timestamptz not null default now()
) with (autovacuum_vacuum_scale_factor = 0.02);

-- What will be so at a moment that is known already.
create table alarm_due (
  device_id uuid not null,
  kind text not null,
  due_at timestamptz not null,
  primary key (device_id, kind)
);
create index alarm_due_at on alarm_due (due_at);

-- Up to which day terminals were looked at whose warranty ends, or models whose support does.
create table alarm_watched (
  kind text primary key,
  until date not null
);

-- What an event means for alarms. The contract's table says the same; a test holds them together.
create table alarm_of_event (
  code text primary key,
  kind text not null,
  act text not null
);
insert into alarm_of_event (code, kind, act) values
  ('BATTERY_LOW', 'BATTERY', 'LOOK'),
  ('STORAGE_LOW', 'STORAGE', 'LOOK'),
  ('PAPER_OUT', 'PAPER', 'RAISE'),
  ('PRINTER_ERROR', 'PAPER', 'RAISE'),
  ('TAMPERED', 'TAMPER', 'RAISE'),
  ('ROOTED', 'ROOT', 'RAISE'),
  ('SIM_CHANGED', 'SIM_CHANGED', 'RAISE'),
  ('CLOCK_SKEWED', 'CLOCK_SKEW', 'RAISE'),
  ('FENCE_LEFT', 'FENCE', 'RAISE'),
  ('FENCE_ENTERED', 'FENCE', 'END'),
  ('CLONE_SUSPECTED', 'CLONE_SUSPECT', 'RAISE'),
  ('UNAUTHORISED_CONTACT', 'UNAUTHORISED_CONTACT', 'RAISE'),
  ('LOST_CONTACT', 'LOST_CONTACT', 'RAISE'),
  ('CAPABILITY_MISMATCH', 'CAPABILITY_MISMATCH', 'RAISE');

-- Whoever writes an event calls for its judgement in the same transaction.
create function signal_events() returns trigger language plpgsql as $$
begin
  insert into alarm_signal (device_id, kind, act, data)
    select added.device_id, meant.kind,
      case when meant.act = 'RAISE' and (added.is_over or added.data -> 'over' = 'true') then 'END' else meant.act end,
      added.data || jsonb_build_object('event', added.code, 'happenedAt', added.happened_at)
    from added join alarm_of_event meant on meant.code = added.code order by added.happened_at;
  return null;
end $$;
create trigger device_event_signals after insert on device_event
  referencing new table as added for each statement execute function signal_events();

-- Offline for too long, or back: the sweep of who is away says so at the moment that is due.
create function signal_overdue() returns trigger language plpgsql as $$
begin
  insert into alarm_signal (device_id, kind, act)
    select distinct device_id, 'OFFLINE', 'LOOK' from (
      (select device_id, is_overdue from added except select device_id, is_overdue from removed)) as changed;
  return null;
end $$;
create trigger device_offline_overdue after update on device_offline
  referencing old table as removed new table as added for each statement execute function signal_overdue();
create function signal_back() returns trigger language plpgsql as $$
begin
  insert into alarm_signal (device_id, kind, act)
    select device_id, 'OFFLINE', 'LOOK' from removed where is_overdue;
  return null;
end $$;
create trigger device_offline_back after delete on device_offline
  referencing old table as removed for each statement execute function signal_back();

-- The life cycle mutes, and open alarms go with their terminal.
create function signal_device() returns trigger language plpgsql as $$
begin
  insert into alarm_signal (device_id, kind, act) values (new.id, 'ALL', 'LOOK');
  return null;
end $$;
create trigger device_alarm_state after update of lifecycle, org_id, model_id, vendor_id, deleted_at on device
  for each row when (old.lifecycle is distinct from new.lifecycle or old.org_id is distinct from new.org_id
    or old.model_id is distinct from new.model_id or (old.deleted_at is null) <> (new.deleted_at is null))
  execute function signal_device();

-- Counts of open alarms by severity (ALARM_HIGH …) and of terminals that have any (ALARMED): whoever
-- writes alarms takes turns (lock_alarms), so that each sees how many a terminal had before.
create function lock_alarms() returns void language sql as $$ select pg_advisory_xact_lock(7214072) $$;

-- By the index of terminals: after a flood nobody has counted yet how many alarms there are, and a
-- scan, or all of an organisation, seems cheap.
create function note_alarms(opened jsonb, ended jsonb) returns void language plpgsql set enable_seqscan = off as $$
begin
  with moved as materialized (
      select device_id, severity, org_id, model_id, sign from (
        select *, 1 as sign from jsonb_to_recordset(opened) as one (device_id uuid, severity text, org_id uuid, model_id uuid)
        union all
        select *, -1 from jsonb_to_recordset(ended) as one (device_id uuid, severity text, org_id uuid, model_id uuid)) as both_ways),
    places as materialized (
      select device_id, org_id, model_id, sum(sign) as delta from moved group by 1, 2, 3 having sum(sign) <> 0),
    held as materialized (
      select places.*, (select count(*) filter (where alarm.org_id = places.org_id and alarm.model_id = places.model_id)
        from alarm where alarm.device_id = places.device_id and alarm.closed_at is null) as now
      from places)
  insert into estate_change (org_id, model_id, measure, value, delta)
    select org_id, model_id, 'ALARM_' || severity, '', sum(sign) from moved group by 1, 2, 3 having sum(sign) <> 0
    union all
    select org_id, model_id, 'ALARMED', '', sum(case when now = 0 then -1 else 1 end) from held
      where (now = 0) <> (now - delta = 0) group by 1, 2
      having sum(case when now = 0 then -1 else 1 end) <> 0;
end $$;

create function note_alarms_written() returns trigger language plpgsql as $$
declare
  opened jsonb := '[]';
  ended jsonb := '[]';
begin
  if tg_op <> 'DELETE' then
    select coalesce(jsonb_agg(jsonb_build_object('device_id', device_id, 'severity', severity, 'org_id', org_id,
      'model_id', model_id)), '[]') into opened from added where closed_at is null;
  end if;
  if tg_op <> 'INSERT' then
    select coalesce(jsonb_agg(jsonb_build_object('device_id', device_id, 'severity', severity, 'org_id', org_id,
      'model_id', model_id)), '[]') into ended from removed where closed_at is null;
  end if;
  perform note_alarms(opened, ended);
  return null;
end $$;
create trigger alarm_added after insert on alarm
  referencing new table as added for each statement execute function note_alarms_written();
create trigger alarm_changed after update on alarm
  referencing old table as removed new table as added for each statement execute function note_alarms_written();
create trigger alarm_removed after delete on alarm
  referencing old table as removed for each statement execute function note_alarms_written();

-- API clients hear of alarms that begin, begin again or end.
insert into webhook_event (name, permission) values ('device.alarm', 'ALARM_LIST');
create function alarm_subject(a alarm) returns webhook_subject language sql stable as $$
  select row(a.id, a.org_id, a.vendor_id, a.model_id, a.created_by, true, jsonb_build_object(
    'id', a.id, 'deviceId', a.device_id, 'sn', device.sn, 'orgId', a.org_id, 'kind', a.kind, 'severity', a.severity,
    'state', a.state, 'count', a.count, 'firstAt', a.first_at, 'lastAt', a.last_at, 'data', a.data))::webhook_subject
  from device where device.id = a.device_id
$$;
create function tell_alarm_raised() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_listeners('device.alarm')) then
    perform tell_clients('device.alarm', array(select alarm_subject(alarm)
      from alarm join added on added.id = alarm.id where alarm.tells_webhook order by alarm.id));
  end if;
  return null;
end $$;
create trigger alarm_tell_raised after insert on alarm
  referencing new table as added for each statement execute function tell_alarm_raised();
create function tell_alarm_moved() returns trigger language plpgsql as $$
begin
  if exists (select from webhook_listeners('device.alarm')) then
    perform tell_clients('device.alarm', array(select alarm_subject(alarm)
      from alarm join (select id, state from added except select id, state from removed) as moved on moved.id = alarm.id
      where alarm.tells_webhook order by alarm.id));
  end if;
  return null;
end $$;
create trigger alarm_tell_moved after update on alarm
  referencing old table as removed new table as added for each statement execute function tell_alarm_moved();

-- Who may be told of the alarms of an organisation's terminals: who may read them, in his data scope.
-- The same judgement as `rowsWithin` (access/dataScope.ts); a test holds them together.
create function alarm_readers(places uuid[]) returns table (user_id uuid, org_id uuid, vendor_ids uuid[], model_ids uuid[])
language sql stable as $$
  with reader as materialized (
      select account.id, account.org_id, account.vendor_id, account.is_super_admin, home.path
      from app_user account join organization home on home.id = account.org_id
      where is_usable(account) and (account.is_super_admin or exists (
        select from user_role held join role on role.id = held.role_id and role.status = 1 and role.deleted_at is null
          join role_menu on role_menu.role_id = held.role_id
          join menu on menu.id = role_menu.menu_id and menu.status = 1
          where held.user_id = account.id and menu.button_code = 'ALARM_LIST'))),
    scope as materialized (
      select reader.id as user_id, reader.org_id as home_id, reader.path, reader.vendor_id, given.*
      from reader cross join lateral (
        select own.id as scope_id, own.kind, own.vendor_ids, own.model_ids from data_scope own where own.user_id = reader.id
        union all
        select of_role.id, of_role.kind, of_role.vendor_ids, of_role.model_ids
          from user_role held join role on role.id = held.role_id and role.status = 1 and role.deleted_at is null
            join data_scope of_role on of_role.role_id = held.role_id
          where held.user_id = reader.id
            and not exists (select from data_scope own where own.user_id = reader.id)) as given
      where not reader.is_super_admin)
  select reader.id, place, '{}'::uuid[], '{}'::uuid[] from reader cross join unnest(places) as place
    where reader.is_super_admin
  union
  select scope.user_id, own.id,
    case when scope.vendor_id is null then scope.vendor_ids
      when scope.vendor_ids = '{}' or scope.vendor_id = any(scope.vendor_ids) then array[scope.vendor_id]
      else array[nil_uuid()] end,
    scope.model_ids
  from scope join organization own on own.id = any(places)
  where scope.kind = 'ALL'
    or (scope.kind = 'OWN_ORG' and own.id = scope.home_id)
    or (scope.kind = 'OWN_ORG_AND_BELOW' and own.path <@ scope.path)
    or (scope.kind = 'CUSTOM' and exists (
      select from data_scope_organization chosen join organization place on place.id = chosen.org_id
      where chosen.scope_id = scope.scope_id
        and (place.id = own.id or (chosen.with_below and own.path <@ place.path))))
$$;

-- The counts that the folding keeps by organisation, and those of what one made oneself.
create or replace function fold_estate_changes() returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  -- One at a time, and none while a subtree moves.
  perform pg_advisory_xact_lock(7214048);
  with taken as (delete from estate_change returning org_id, model_id, measure, value, delta),
    counted as (insert into estate_count as known (measure, org_id, model_id, count)
      select measure, org_id, model_id, sum(delta) from taken
        where measure in ('ONLINE', 'OFFLINE', 'AWAY') or starts_with(measure, 'COMMAND_') or starts_with(measure, 'ALARM')
        group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
      on conflict (measure, org_id, model_id) do update set count = known.count + excluded.count),
    told as (select org_id, measure, value, model_id, delta from taken
      union all select org_id, 'DEVICES', '', nil_uuid(), delta from taken where measure = 'LIFE'
      union all select org_id, 'OWN', '', nil_uuid(), delta from taken where measure = 'LIFE'
      union all select org_id, 'PLACES', '', nil_uuid(), delta from taken
        where measure = 'LIFE' and takes_place(value)
      union all select org_id, 'PRESENT', '', nil_uuid(), delta from taken where measure = 'ONLINE'),
    summed as materialized (select org_id, measure, value, model_id, sum(delta) as delta from told
      group by 1, 2, 3, 4 having sum(delta) <> 0),
    -- Each organisation's ancestors are looked up once, however many differences it has.
    lineage as materialized (select own.id as org_id, above.id as place
      from organization own join organization above on above.path @> own.path
      where own.id in (select org_id from summed)),
    added as (insert into estate_total as known (place, measure, value, model_id, count)
      select lineage.place, summed.measure, summed.value, summed.model_id, sum(summed.delta)
      from summed join lineage on lineage.org_id = summed.org_id
        and (summed.measure <> 'OWN' or lineage.place = summed.org_id)
      group by 1, 2, 3, 4 having sum(summed.delta) <> 0 order by 1, 2, 3, 4
      on conflict (place, measure, model_id, value) do update set count = known.count + excluded.count)
  select count(*) into folded from taken;
  return folded;
end $$;

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
    from device_task_item item join device on device.id = item.device_id
    where item.counted_org is not null
  union all
  select 'ALARM_' || alarm.severity, alarm.org_id, alarm.model_id, alarm.created_by, 1
    from alarm where alarm.closed_at is null
  union all
  select 'ALARMED', org_id, model_id, created_by, 1
    from (select distinct device_id, org_id, model_id, created_by from alarm where closed_at is null) as alarmed;
