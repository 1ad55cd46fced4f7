-- Releases and policies give pushes: on behalf of whom, and which ones.

-- Who began it, with what he might do and see then; null: before that was kept, and it gives nothing.
alter table org_apk_release add column principal jsonb;
-- Why it stopped, as the key of a text; null: nobody stopped it, or somebody by hand.
alter table org_apk_release add column reason text;

-- Who saved a policy last: what it gives is given on his behalf.
create table org_apk_giver (
  org_apk_id uuid primary key references org_apk (id) on delete cascade,
  principal jsonb not null
);

-- The pushes that come of a policy.
create table org_apk_push (
  push_id uuid primary key references push (id) on delete cascade,
  org_apk_id uuid not null references org_apk (id) on delete cascade,
  release_id uuid references org_apk_release (id) on delete cascade,
  -- FORTH: a share of a release; BACK and OFF: its way back, to the version before or to none;
  -- KEEP: what a policy asks for; LEFT: what it takes away from those that it no longer speaks of.
  purpose text not null check (purpose in ('FORTH', 'BACK', 'OFF', 'KEEP', 'LEFT')),
  -- The share up to which a release is brought by it.
  percent smallint,
  check ((purpose in ('FORTH', 'BACK', 'OFF')) = (release_id is not null))
);
create unique index org_apk_push_share on org_apk_push (release_id, percent) where purpose = 'FORTH';
create index org_apk_push_release on org_apk_push (release_id) where release_id is not null;
create index org_apk_push_policy on org_apk_push (org_apk_id);

-- What a policy has given a terminal last: the same version is not given twice.
create table org_apk_given (
  device_id uuid not null references device (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  apk_id uuid not null references apk (id) on delete cascade,
  given_at timestamptz not null default now(),
  primary key (device_id, app_id)
);
create index org_apk_given_app on org_apk_given (app_id);
create index org_apk_given_apk on org_apk_given (apk_id);
