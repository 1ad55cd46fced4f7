-- One row: what the whole installation has in common, so that a node that starts knows what is done.
create table installation (
  is_only boolean primary key default true check (is_only),
  -- Which version filled in menus, texts, parameters and dictionaries, and with which contents.
  version text not null,
  content_digest text not null,
  -- Shows a node that its sealing key is another one; null: the next node that starts says which it is.
  key_fingerprint bytea,
  seeded_at timestamptz not null default now()
);
