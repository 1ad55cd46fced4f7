-- Second proofs at sign-in, ways back in, and what stands against guessing.

alter table sign_in_log
  -- The network of the address: failures are counted by it.
  add column source text;
-- squawk-ignore require-concurrent-index-creation
create index sign_in_log_source on sign_in_log (source, at);
-- squawk-ignore require-concurrent-index-creation
create index sign_in_log_user on sign_in_log (user_id, at);

alter table app_user add column email_verified_at timestamptz;

alter table session
  -- Everything but binding an authenticator is refused until it is done.
  add column must_bind_factor boolean not null default false,
  -- Wrong passwords when a sensitive change asked for it again.
  add column wrong_passwords smallint not null default 0;

-- Failures in a row of names that nobody has (they lock as others do) and of known devices (which
-- have an allowance of their own, so that a stranger's failures do not keep the owner out).
create table sign_in_guess (
  account text not null,
  device bytea not null,
  failures integer not null default 0,
  locked_until timestamptz,
  updated_at timestamptz not null default now(),
  primary key (account, device)
);

-- Browsers that a user has signed in with; each holds its token in a cookie.
create table known_device (
  user_id uuid not null references app_user (id) on delete cascade,
  token_hash bytea not null,
  first_used_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (user_id, token_hash)
);

-- Captchas, and nonces of sealed passwords, that were used: none is good twice.
create table spent_challenge (
  hash bytea primary key,
  expires_at timestamptz not null
);

-- Codes sent by mail. A name that nobody has gets its row, too: nothing shows who exists.
create table mail_code (
  id uuid primary key default uuid7(),
  purpose text not null,
  -- The user name or the address that the code was asked for, in lower case.
  account text not null,
  user_id uuid references app_user (id) on delete cascade,
  source text not null,
  code_mac bytea not null,
  tries_left smallint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mail_code_account on mail_code (account, created_at);
create index mail_code_source on mail_code (source, created_at);

-- Accounts of the platform at large: they ask for themselves, staff decide.
create table platform_user (
  id uuid primary key default uuid7(),
  email text not null,
  real_name text not null,
  kind text not null,
  company text not null default '',
  country text,
  phone text not null default '',
  -- REGISTERED, PENDING_REVIEW, ACTIVE, REJECTED, FROZEN, CLOSED
  state text not null default 'REGISTERED',
  -- REGISTER, INVITE, IMPORT
  source text not null default 'REGISTER',
  language text,
  verified_at timestamptz,
  reviewed_at timestamptz,
  reviewed_by uuid,
  reason text,
  -- The staff account that a review opened.
  user_id uuid references app_user (id),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid
);
create unique index platform_user_email_unique on platform_user (lower(email))
  where state not in ('REJECTED', 'CLOSED');
create index platform_user_state on platform_user (state, created_at);

-- Links of mails that lead to the page `/callback`: each is for a user (INVITE) or a platform user (REGISTER).
create table mail_link (
  token_hash bytea primary key,
  user_id uuid references app_user (id) on delete cascade,
  platform_user_id uuid references platform_user (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mail_link_user on mail_link (user_id);
create index mail_link_platform_user on mail_link (platform_user_id);

-- Authenticators (TOTP); the secret is sealed under a key outside the database.
create table second_factor (
  user_id uuid primary key references app_user (id) on delete cascade,
  sealed_secret bytea,
  -- A new secret that no code has proved yet.
  sealed_pending bytea,
  bound_at timestamptz,
  -- The last 30-second step whose code was accepted: a code is good once.
  last_step bigint not null default 0
);

create table recovery_code (
  user_id uuid not null references app_user (id) on delete cascade,
  code_mac bytea not null,
  used_at timestamptz,
  primary key (user_id, code_mac)
);

-- Passwords a user had before: the policy says how many may not come again.
create table password_history (
  id uuid primary key default uuid7(),
  user_id uuid not null references app_user (id) on delete cascade,
  password_hash text not null,
  created_at timestamptz not null default now()
);
create index password_history_user on password_history (user_id, created_at);
