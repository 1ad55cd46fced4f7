-- What terminals and platform say to each other, as the gateways heard and sent it. By day, so that a
-- day that has served its time is dropped as a whole. Secrets are masked before they get here.
create table mqtt_log (
  id uuid not null,
  at timestamptz not null,
  -- UP: from the terminal; DOWN: to it.
  direction text not null,
  sn text not null,
  -- The first level below `up/` or `down/`; `reg` on the boot topics.
  type text not null,
  -- All levels below `up/` or `down/`.
  path text not null,
  message_id text,
  -- What belongs to one conversation: the item of a command, the id of a first contact.
  correlation_id text,
  qos smallint not null,
  retain boolean not null,
  size integer not null,
  result text not null,
  -- Why it was not taken.
  reason text,
  latency_ms integer,
  -- The gateway's host and process.
  node text not null,
  payload text,
  primary key (at, id)
) partition by range (at);
create table mqtt_log_rest partition of mqtt_log default;
create index mqtt_log_of_terminal on mqtt_log (sn, at, id);
-- Beats are in no conversation: this index costs them nothing.
create index mqtt_log_conversation on mqtt_log (correlation_id, at) where correlation_id is not null;

-- Messages that a gateway did not record, since its trail could not keep up or was told to keep less.
create table mqtt_log_gap (
  id uuid primary key default uuid7(),
  from_at timestamptz not null,
  to_at timestamptz not null,
  node text not null,
  messages integer not null
);
create index mqtt_log_gap_time on mqtt_log_gap (to_at);

-- What each gateway counts; it writes its row every few seconds, and takes it away when it stops.
create table mqtt_node (
  node text primary key,
  is_embedded boolean not null,
  started_at timestamptz not null,
  beat_at timestamptz not null,
  -- Null: NATS holds the connections.
  connections integer,
  received_per_second real not null,
  published_per_second real not null,
  -- Since its start, by reason.
  turned_away jsonb not null,
  recorded bigint not null,
  unrecorded bigint not null,
  waiting integer not null
);

-- Makes the partitions of today and of the days to come; safe to call at any time. What came while
-- nobody made any lies in the rest, and is moved where it belongs.
create function make_day_partitions(parent text, days integer) returns void language plpgsql as $$
declare
  day timestamp := date_trunc('day', now() at time zone 'UTC');
  first text;
  last text;
  part text;
begin
  for step in 0 .. days loop
    part := parent || to_char(day + step * interval '1 day', '_YYYY_MM_DD');
    first := (day + step * interval '1 day')::text || '+00';
    last := (day + (step + 1) * interval '1 day')::text || '+00';
    continue when to_regclass(part) is not null;
    execute format('create table %I (like %I including all)', part, parent);
    execute format('with moved as (delete from %I where at >= %L and at < %L returning *)
      insert into %I select * from moved', parent || '_rest', first, last, part);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)',
      parent, part, first, last);
  end loop;
end $$;
select make_day_partitions('mqtt_log', 6);

-- The names of the days of a table whose every row is older than a moment.
create function days_before(parent regclass, moment timestamptz) returns setof regclass
language sql stable as $$
  select part.oid::regclass from pg_inherits join pg_class as part on part.oid = pg_inherits.inhrelid
  where pg_inherits.inhparent = parent and part.relname ~ '_[0-9]{4}_[0-9]{2}_[0-9]{2}$'
    and to_date(right(part.relname, 10), 'YYYY_MM_DD') + interval '1 day' <= moment at time zone 'UTC'
$$;

create view mqtt_log_row as
  select log.id, log.at, log.direction, log.sn,
    case when log.type = 'reg' then 'b:' else 'd:' end || log.sn as client_id,
    case when log.type = 'reg' then 'tms/v1/boot/' else 'tms/v1/main/' end || log.sn || '/'
      || lower(log.direction) || '/' || log.path as topic,
    log.type, log.message_id, log.correlation_id, log.qos, log.retain, log.size, log.result, log.reason,
    log.latency_ms, log.node, log.payload, device.id as device_id, device.org_id,
    organization.name as org_name
  from mqtt_log log
    left join device on device.sn = log.sn
    left join organization on organization.id = device.org_id;
