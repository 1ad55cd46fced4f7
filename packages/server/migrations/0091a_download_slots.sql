-- Slots of downloads: a row for each that an organisation or a station has ever needed. Who takes one
-- passes by the rows that somebody else is just taking, so nobody waits for anybody.
create table download_slot (
  -- The organisation or the station that it belongs to.
  place_id uuid not null,
  nth integer not null,
  -- Whose it is until then; after that it is free.
  item_id uuid,
  lease_id uuid,
  lease_until timestamptz not null default now(),
  primary key (place_id, nth)
);
create index download_slot_free on download_slot (place_id, lease_until);
create index download_slot_item on download_slot (item_id) where item_id is not null;

-- lease_id and lease_until of download go when no node of a version before this one runs any more.
