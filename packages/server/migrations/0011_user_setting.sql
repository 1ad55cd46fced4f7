-- What a user keeps on the server for himself, one document a key: his theme, his notices, his lists.
create table user_setting (
  user_id uuid not null references app_user (id) on delete cascade,
  key text not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, key)
);
