-- Terminals that speak hawkBit's Direct Device Integration API. Their clients keep whole numbers of four
-- bytes: each attempt at an item has one.
create table ddi_action (
  number integer generated always as identity primary key,
  device_id uuid not null references device (id) on delete cascade,
  item_id uuid not null,
  attempt integer not null,
  created_at timestamptz not null default now(),
  constraint ddi_action_once unique (item_id, attempt)
);
create index ddi_action_device on ddi_action (device_id);

-- The key that such a terminal shows as gateway token, each time: until it is revoked. Few rows are written.
-- squawk-ignore adding-foreign-key-constraint
alter table device add column ddi_key_id uuid references enrolment_key (id) on delete set null;
-- squawk-ignore require-concurrent-index-creation
create index device_ddi_key on device (ddi_key_id) where ddi_key_id is not null;

-- Sums of contents that such clients ask for, beside the SHA-256 that a content is known by.
create table content_digest (
  sha256 bytea primary key,
  sha1 bytea not null,
  md5 bytea not null
);
