-- What belongs to a terminal beside itself, as it says: a PIN pad, a base, a printer.
create table accessory (
  -- Within what its number names one: the organisation of its terminal; the terminal, where the number is nobody's.
  realm_id uuid not null,
  kind text not null,
  sn text not null,
  -- Where it is, or was last: it goes with that one.
  device_id uuid not null references device (id) on delete cascade,
  -- Its terminal has it no more, and no other one has told of it.
  is_gone boolean not null default false,
  model text,
  firmware text,
  apps jsonb not null default '[]',
  -- Since when it is there, or is no more.
  since timestamptz not null,
  changed_at timestamptz not null,
  primary key (realm_id, kind, sn)
);
create index accessory_of_device on accessory (device_id);
