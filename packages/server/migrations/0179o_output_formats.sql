-- The plug-ins that revisions of templates were published with: a file of a revision is written by the same text
-- for ever, on each node, whatever the operator's folder holds since.
create table param_format (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  name text not null,
  sealed_source bytea not null,
  kept_at timestamptz not null default now()
);
