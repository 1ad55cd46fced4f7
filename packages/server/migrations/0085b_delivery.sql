-- What terminals may fetch, until when, and what they have fetched of it: one row an item.
create table download (
  item_id uuid primary key,
  device_id uuid not null references device (id) on delete cascade,
  -- Where the terminal stood when it asked: whose slots it takes.
  org_id uuid not null,
  station_id uuid,
  token_hash bytea not null,
  sha256 bytea not null,
  bytes bigint not null,
  name text not null,
  expires_at timestamptz not null,
  -- The slot that it holds; whoever reads holds it on.
  lease_id uuid,
  lease_until timestamptz,
  served_bytes bigint not null default 0,
  requests integer not null default 0,
  asked_at timestamptz not null default now(),
  read_at timestamptz
);
create unique index download_token on download (token_hash);
create index download_device on download (device_id);
create index download_expiry on download (expires_at);
create index download_org_slots on download (org_id, lease_until) where lease_until is not null;
create index download_station_slots on download (station_id, lease_until)
  where lease_until is not null and station_id is not null;

-- SHA-256 of each part of a stored content, one after the other: a part that arrived wrong is fetched alone.
create table content_part (
  sha256 bytea primary key,
  part_bytes integer not null,
  hashes bytea not null
);
