-- Repair tickets: what is wrong with a terminal, how far its repair has come, and who holds it meanwhile.
create sequence repair_number;

create table repair (
  id uuid primary key default uuid7(),
  ticket_no text not null default 'RP' || to_char(now(), 'YYYYMMDD') || '-' || lpad(nextval('repair_number')::text, 4, '0'),
  device_id uuid not null references device (id) on delete cascade,
  state text not null default 'REPORTED',
  -- Of ON_HOLD: where it goes on.
  held_state text,
  source text not null default 'CONSOLE',
  fault text not null,
  severity text not null,
  description text not null,
  contact text,
  pickup_address text,
  -- Of faults that touch keys: somebody has made sure that none are left on it.
  keys_erased boolean not null default false,
  -- Whether keys were injected since.
  keys_injected boolean not null default false,
  depot_id uuid references station (id) on delete set null,
  assignee_id uuid references app_user (id) on delete set null,
  expected_return date,
  loan_sn text,
  rma_no text,
  -- Who has the terminal.
  holder text not null default 'MERCHANT',
  holder_name text,
  parts jsonb not null default '[]',
  cost numeric(12, 2),
  result text,
  root_cause text,
  -- The terminal that took its place.
  swap_device_id uuid references device (id) on delete set null,
  -- When the clock that runs has run out; on hold it stands, with so many seconds left.
  due_at timestamptz,
  due_left double precision,
  -- When people were told that it has.
  breached_at timestamptz,
  closed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now()
);
-- What was mended, called off or scrapped stands in nobody's way any more.
create unique index repair_device_id_unique on repair (device_id)
  where state not in ('REMOTE_FIXED', 'INSTALLED', 'CLOSED', 'CANCELLED', 'SCRAPPED');
create index repair_of_device on repair (device_id, created_at desc);
create index repair_created on repair (created_at);
create index repair_state on repair (state, created_at);
create index repair_assignee on repair (assignee_id) where assignee_id is not null;
create index repair_depot on repair (depot_id) where depot_id is not null;
create index repair_swap on repair (swap_device_id) where swap_device_id is not null;
-- What is overdue is found by its moment.
create index repair_due on repair (due_at) where due_at is not null and breached_at is null;

-- What was done with a ticket: its moves, remarks, and each time the terminal changed hands.
create table repair_event (
  id uuid primary key default uuid7(),
  repair_id uuid not null references repair (id) on delete cascade,
  kind text not null check (kind in ('STATE', 'COMMENT', 'CUSTODY', 'ASSIGN')),
  -- The state or holder before and after.
  before text,
  after text,
  text text,
  at timestamptz not null default now(),
  by_user uuid
);
create index repair_event_of on repair_event (repair_id, id);

create view repair_row as
  select r.id, r.ticket_no, r.device_id, device.sn, device.name as device_name, r.state, r.held_state, r.source,
    r.fault, r.severity, array_position(array['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'], r.severity) as grade,
    r.description, r.contact, r.pickup_address, r.keys_erased, r.keys_injected, r.depot_id, depot.name as depot_name,
    r.assignee_id, assignee.user_name as assignee_name, r.expected_return, r.loan_sn, r.rma_no, r.holder,
    r.holder_name, r.parts, r.cost, r.result, r.root_cause, r.swap_device_id, successor.sn as swap_sn, r.due_at,
    r.due_left is not null as is_held, r.breached_at, r.closed_at, r.version, r.created_at, r.created_by,
    maker.user_name as created_by_name, r.updated_at,
    ((device.activated_at at time zone 'UTC') + make_interval(months => vendor.warranty_months))::date
      >= (r.created_at at time zone 'UTC')::date as in_warranty,
    device.org_id, own.name as org_name, device.vendor_id, device.model_id, model.name as model_name,
    place.name as station_name, device.lifecycle
  from repair r
    join device on device.id = r.device_id
    join organization own on own.id = device.org_id
    join model on model.id = device.model_id
    join vendor on vendor.id = device.vendor_id
    left join station place on place.id = device.station_id
    left join station depot on depot.id = r.depot_id
    left join device successor on successor.id = r.swap_device_id
    left join app_user assignee on assignee.id = r.assignee_id
    left join app_user maker on maker.id = r.created_by;

-- Terminals that are in repair already have a ticket as all others will.
with opened as (
  insert into repair (device_id, state, fault, severity, description, created_at, due_at)
  select device.id, 'APPROVED', 'OTHER', 'MEDIUM', coalesce(last.reason, '—'), coalesce(last.at, now()),
    coalesce(last.at, now()) + interval '5 days'
  from device left join lateral (select move.reason, move.at from device_move move
      where move.device_id = device.id and move.to_state = 'REPAIR' order by move.at desc limit 1) as last on true
  where device.lifecycle = 'REPAIR' and device.deleted_at is null
  returning id, created_at)
insert into repair_event (repair_id, kind, after, at) select id, 'STATE', 'APPROVED', created_at from opened;
