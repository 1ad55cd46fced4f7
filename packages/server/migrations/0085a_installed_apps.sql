-- What terminals say is installed on them.
create table device_app (
  device_id uuid not null references device (id) on delete cascade,
  package text not null,
  version_code bigint not null,
  version_name text,
  -- SYSTEM, STORE, PUSH or SIDE_LOADED; null: it does not say.
  source text,
  -- The first eight bytes of the SHA-256 of its signer's certificate, hexadecimal.
  signer text,
  bytes bigint,
  is_enabled boolean not null default true,
  first_installed_at timestamptz,
  last_updated_at timestamptz,
  -- When a list said so that said something else before.
  seen_at timestamptz not null,
  primary key (device_id, package)
);
create index device_app_version on device_app (package, version_code);

-- The list as a whole: one that is the same costs no look at its rows.
create table device_inventory (
  device_id uuid primary key references device (id) on delete cascade,
  -- The terminal's own; null: changes came whose beginning is missing.
  hash text,
  reported_at timestamptz not null,
  changed_at timestamptz not null
);

-- What came, went and changed. By month of the server's clock.
create table device_app_event (
  id uuid not null default uuid7(),
  device_id uuid not null,
  package text not null,
  -- INSTALLED, UPDATED, DOWNGRADED or REMOVED.
  kind text not null,
  from_code bigint,
  from_name text,
  to_code bigint,
  to_name text,
  source text,
  at timestamptz not null default now(),
  primary key (at, id)
) partition by range (at);
create table device_app_event_rest partition of device_app_event default;
create index device_app_event_of_device on device_app_event (device_id, at desc);
create index device_app_event_of_package on device_app_event (package, at desc);
select make_month_partitions('device_app_event', 2);
