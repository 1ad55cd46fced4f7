-- Keys of an organisation beside those that its terminals enrol with.
create table organization_key (
  id uuid primary key default uuid7(),
  org_id uuid not null references organization (id) on delete cascade,
  kind text not null,
  alias text not null,
  -- What the key is called where it lies: at the signing service, at the remote key injection.
  reference text,
  sealed_secret bytea,
  created_at timestamptz not null default now(),
  created_by uuid,
  -- Null until another one has taken its place; then the end of the time in which both hold.
  expires_at timestamptz,
  revoked_at timestamptz,
  constraint organization_key_kind check (kind in ('WEBHOOK', 'APP_SIGNING', 'RKI'))
);
create unique index organization_key_alias_unique on organization_key (org_id, kind, lower(alias))
  where revoked_at is null and expires_at is null;
create index organization_key_org on organization_key (org_id);
