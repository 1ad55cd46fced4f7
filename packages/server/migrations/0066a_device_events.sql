-- What happened to terminals, told by themselves or found by the server. By month of the server's clock.
create table device_event (
  id uuid not null default uuid7(),
  device_id uuid not null,
  code text not null,
  -- What belongs to it: a percentage, a place, what was there before.
  data jsonb not null default '{}',
  -- When it happened, as far as the terminal's clock is right.
  happened_at timestamptz not null,
  at timestamptz not null default now(),
  primary key (at, id)
) partition by range (at);
create table device_event_rest partition of device_event default;
create index device_event_of_device on device_event (device_id, at desc);
select make_month_partitions('device_event', 2);
