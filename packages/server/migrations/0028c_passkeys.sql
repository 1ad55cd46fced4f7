-- Passkeys (WebAuthn): what a person signs in with in place of password and authenticator.
create table passkey (
  id uuid primary key default uuid7(),
  user_id uuid not null references app_user (id) on delete cascade,
  credential_id text not null,
  public_key bytea not null,
  -- Rises with each use, where the authenticator counts: a copy of it shows.
  counter bigint not null,
  transports text[] not null default '{}',
  -- The site it was made for: the host people opened.
  site text not null,
  name text not null,
  -- Kept in an account of its maker, so that it is on several devices.
  is_synced boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create unique index passkey_credential_id_unique on passkey (credential_id);
create index passkey_user on passkey (user_id);
