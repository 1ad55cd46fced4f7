-- What a connection was, as it was when it began: a terminal that moves leaves its past where it lay.
alter table device_session add column org_id uuid;
alter table device_session add column model_id uuid;
alter table device_session add column network text;
alter table device_session add column agent_version text;
alter table device_session add column node text;
alter table device_session add column protocol text;
update device_session session set org_id = device.org_id, model_id = device.model_id
  from device where device.id = session.device_id;

-- The latest first, by each filter.
-- squawk-ignore require-concurrent-index-creation
create index device_session_of_org on device_session (org_id, connected_at desc, id desc);
-- squawk-ignore require-concurrent-index-creation
create index device_session_of_model on device_session (model_id, connected_at desc, id desc);
-- squawk-ignore require-concurrent-index-creation
create index device_session_of_ip on device_session (ip, connected_at desc, id desc) where ip is not null;
-- squawk-ignore require-concurrent-index-creation
create index device_session_of_reason on device_session (reason, connected_at desc, id desc) where reason is not null;

-- As the log looks for them. Who made a terminal, only the terminal says.
create view login_session as
  select session.connected_at as at, session.id, session.device_id, session.org_id, session.model_id,
    session.disconnected_at, session.ip, session.reason, session.network, session.agent_version,
    session.node, session.protocol, device.created_by
  from device_session session left join device on device.id = session.device_id;

-- As the log shows them.
create view login_session_row as
  select session.connected_at as at, session.id, session.device_id, device.sn, device.name as device_name,
    session.org_id, place.name as org_name, session.model_id, model.name as model_name,
    'd:' || device.sn as client_id, session.disconnected_at,
    extract(epoch from session.disconnected_at - session.connected_at)::bigint as seconds,
    session.reason, session.ip, session.network, session.agent_version, session.node, session.protocol
  from device_session session left join device on device.id = session.device_id
    left join organization place on place.id = session.org_id
    left join model on model.id = session.model_id;

-- How many connections began in each hour, and how those ended: differences, which a worker adds up.
create table login_change (
  hour timestamptz not null,
  org_id uuid not null,
  model_id uuid not null,
  -- CONNECT, or why connections ended that began then.
  measure text not null,
  delta bigint not null
);
create table login_hour (
  hour timestamptz not null,
  org_id uuid not null,
  model_id uuid not null,
  measure text not null,
  count bigint not null,
  primary key (org_id, hour, model_id, measure)
);
-- Of all organisations together: who sees everything reads few rows.
create table login_hour_total (
  hour timestamptz not null,
  measure text not null,
  count bigint not null,
  primary key (hour, measure)
);
insert into login_hour (hour, org_id, model_id, measure, count)
  select date_trunc('hour', connected_at, 'UTC'), org_id, model_id, told.measure, count(*)
  from device_session cross join lateral (values ('CONNECT'), (reason)) as told (measure)
  where org_id is not null and model_id is not null and told.measure is not null
  group by 1, 2, 3, 4;
insert into login_hour_total (hour, measure, count)
  select hour, measure, sum(count) from login_hour group by 1, 2;

-- Both together are what happened, to the last commit.
create view login_hourly as
  select hour, org_id, model_id, measure, count, null::uuid as created_by from login_hour
  union all select hour, org_id, model_id, measure, delta, null from login_change;
create view login_hourly_total as
  select hour, measure, count from login_hour_total
  union all select hour, measure, delta from login_change;
-- The same from the connections themselves: for those who see what they made themselves.
create view login_hourly_live as
  select date_trunc('hour', session.at, 'UTC') as hour, session.org_id, session.model_id, told.measure,
    1::bigint as count, session.created_by, session.at
  from login_session session cross join lateral (values ('CONNECT'), (session.reason)) as told (measure)
  where told.measure is not null;

create function fold_login_changes() returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  perform pg_advisory_xact_lock(7214115);
  with taken as (delete from login_change returning hour, org_id, model_id, measure, delta),
    added as (insert into login_hour as known (hour, org_id, model_id, measure, count)
      select hour, org_id, model_id, measure, sum(delta) from taken group by 1, 2, 3, 4 order by 2, 1, 3, 4
      on conflict (org_id, hour, model_id, measure) do update set count = known.count + excluded.count),
    summed as (insert into login_hour_total as known (hour, measure, count)
      select hour, measure, sum(delta) from taken group by 1, 2 order by 1, 2
      on conflict (hour, measure) do update set count = known.count + excluded.count)
  select count(*) into folded from taken;
  return folded;
end $$;

-- Connections of each terminal in a day (UTC), in each organisation that it was in. Those of terminals
-- that come and go all the time are kept; the others serve only until their day is over.
create table login_day (
  day date not null,
  device_id uuid not null,
  org_id uuid not null,
  model_id uuid not null,
  connects integer not null,
  primary key (day, device_id, org_id)
);
create index login_day_flapping on login_day (day, connects desc) where connects > 20;
insert into login_day (day, device_id, org_id, model_id, connects)
  select (connected_at at time zone 'UTC')::date, device_id, org_id, (array_agg(model_id))[1], count(*)
  from device_session where org_id is not null and model_id is not null group by 1, 2, 3 having count(*) > 20;

-- Sign-ins that failed, by minute and cause. An attempt under no known terminal's name is nobody's.
create table login_failure (
  minute timestamptz not null,
  cause text not null,
  org_id uuid,
  model_id uuid,
  count bigint not null,
  unique nulls not distinct (minute, cause, org_id, model_id)
);
-- The last ones of each cause, as examples.
create table login_failure_example (
  id uuid primary key,
  at timestamptz not null,
  cause text not null,
  -- What it called itself.
  name text not null,
  ip text not null,
  org_id uuid,
  model_id uuid,
  device_id uuid
);
create index login_failure_example_cause on login_failure_example (cause, id desc);

-- Who may not come in until then: one terminal, or whoever comes from an address.
create table login_ban (
  id uuid primary key default uuid7(),
  kind text not null check (kind in ('ADDRESS', 'SN')),
  value text not null,
  reason text not null,
  until_at timestamptz,
  org_id uuid references organization (id) on delete cascade,
  device_id uuid references device (id) on delete cascade,
  created_at timestamptz not null default now(),
  created_by uuid,
  unique (kind, value)
);
create index login_ban_device on login_ban (device_id) where device_id is not null;
create index login_ban_org on login_ban (org_id) where org_id is not null;

-- squawk-ignore require-concurrent-index-creation
create index device_event_clones on device_event (at desc) where code = 'CLONE_SUSPECTED';
