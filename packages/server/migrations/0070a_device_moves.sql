-- What people did with terminals: each move between the states of their life, the newest tells since when and why.
create table device_move (
  id uuid primary key default uuid7(),
  device_id uuid not null references device (id) on delete cascade,
  event text not null,
  from_state text not null,
  to_state text not null,
  reason text,
  -- The other terminal of a swap.
  other_id uuid,
  at timestamptz not null default now(),
  by_user uuid
);
create index device_move_of_device on device_move (device_id, at desc);
