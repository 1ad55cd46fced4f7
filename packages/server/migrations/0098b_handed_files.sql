-- Files that terminals hand in for a command: logs and pictures of their screens.
create table handed_file (
  item_id uuid primary key,
  -- Null: the terminal is gone for good, and its files go with the next round.
  device_id uuid references device on delete set null,
  kind text not null,
  state text not null default 'OPEN',
  name text not null default '',
  bytes bigint not null,
  sha256 bytea not null,
  -- So many of them have arrived.
  received bigint not null default 0,
  -- Whoever has the token hands in; void when it is over.
  token_hash bytea not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  stored_at timestamptz,
  constraint handed_file_kind check (kind in ('LOG', 'SCREENSHOT')),
  constraint handed_file_state check (state in ('OPEN', 'STORED')),
  constraint handed_file_received check (received between 0 and bytes)
);
create unique index handed_file_token on handed_file (token_hash);
create index handed_file_device on handed_file (device_id);
create index handed_file_content on handed_file (sha256) where state = 'STORED';
create index handed_file_age on handed_file (created_at);
