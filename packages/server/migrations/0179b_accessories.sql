-- What belongs to a terminal beside itself, as it says: a PIN pad, a base, a printer.
create table accessory (
  kind text not null,
  sn text not null,
  -- Where it is; null: its last terminal has it no more, and no other one has told of it.
  device_id uuid references device (id) on delete cascade,
  -- Where it was before.
  was_device_id uuid references device (id) on delete set null,
  model text,
  firmware text,
  apps jsonb not null default '[]',
  since timestamptz not null,
  changed_at timestamptz not null,
  primary key (kind, sn)
);
create index accessory_of_device on accessory (device_id) where device_id is not null;
create index accessory_left on accessory (was_device_id, since) where was_device_id is not null;
