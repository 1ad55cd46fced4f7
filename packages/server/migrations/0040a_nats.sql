-- What a broker asked about first contacts: NATS does not ask, and nothing reads it any more.
-- squawk-ignore ban-drop-table
drop table device_contact;

-- MQTT passwords that the platform signed for terminals. NATS judges them alone, until they end or
-- are on the account's list of revoked ones.
create table terminal_pass (
  -- Public key that the password speaks for; each password has its own.
  user_key text collate "C" primary key,
  -- Without a reference: the password of a terminal that was destroyed must be revoked all the same.
  device_id uuid not null,
  -- SHA-256 of the sealed secret it was given for: a new secret ends it.
  secret_mark bytea not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  -- When NATS was told.
  announced_at timestamptz
);
create index terminal_pass_device on terminal_pass (device_id) where revoked_at is null;
create index terminal_pass_revoked on terminal_pass (expires_at) where revoked_at is not null;
create index terminal_pass_expiry on terminal_pass (expires_at);

-- The account of the terminals in NATS.
create table nats_account (
  id text collate "C" primary key,
  -- Since when the gateways' consumer keeps what terminals send: no password is given before.
  consumer_at timestamptz not null default now(),
  -- The one gateway that tells NATS of revoked passwords, while it says that it lives.
  announcer uuid,
  announcer_until timestamptz
);
