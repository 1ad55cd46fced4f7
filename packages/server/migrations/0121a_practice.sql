-- Practice: a plan is tried on copies of its terminals, in tables that only the session of the practice sees,
-- by a clock of its own. See docs/decisions/0121-practice.md.

-- What a session takes for the time that has set `muster.practice_now` and put pg_catalog last in its search
-- path. Everybody else's now() is that of the catalog, which comes first unless it is named.
create function now() returns timestamptz language sql stable parallel restricted as $$
  select coalesce(nullif(pg_catalog.current_setting('muster.practice_now', true), '')::pg_catalog.timestamptz, pg_catalog.now())
$$;
create function statement_timestamp() returns timestamptz language sql stable parallel restricted as $$
  select coalesce(nullif(pg_catalog.current_setting('muster.practice_now', true), '')::pg_catalog.timestamptz, pg_catalog.statement_timestamp())
$$;
create function clock_timestamp() returns timestamptz language sql volatile parallel restricted as $$
  select coalesce(nullif(pg_catalog.current_setting('muster.practice_now', true), '')::pg_catalog.timestamptz, pg_catalog.clock_timestamp())
$$;

create table plan_practice (
  id uuid primary key default uuid7(),
  plan_id uuid not null references plan (id) on delete cascade,
  -- What the plan said when it was tried.
  plan_said text not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'RUNNING', 'DONE', 'STOPPED', 'BROKEN')),
  -- On whose behalf, with what he might do and see then.
  principal jsonb not null,
  is_stopping boolean not null default false,
  -- Terminals that were copied, of those that the plan is for.
  size integer not null default 0,
  total integer not null default 0,
  -- Where its clock began, and where it is.
  began_at timestamptz,
  clock timestamptz,
  -- What has become of the plan in it.
  plan_state text,
  plan_reason text,
  report jsonb,
  forecast jsonb,
  -- When it was last heard of.
  beat_at timestamptz,
  created_at timestamptz not null default pg_catalog.now(),
  created_by uuid,
  ended_at timestamptz
);
create index plan_practice_plan on plan_practice (plan_id, id desc);
create index plan_practice_open on plan_practice (id) where ended_at is null;

-- What a plan says of how it goes, as one word: whoever has tried it compares.
create function plan_said(told plan) returns text language sql stable as $$
  select md5(row(told.version_ids, told.targets, told.excluded, told.wave_kind, told.waves, told.on_failure, told.rolls_back,
    told.start_at, told.end_at, told.options)::text)
$$;

-- What became of each copied terminal.
create table plan_practice_result (
  practice_id uuid not null references plan_practice (id) on delete cascade,
  device_id uuid not null references device (id) on delete cascade,
  wave smallint not null,
  state text not null,
  code text,
  attempt smallint not null,
  from_version text,
  outcome text,
  told_at timestamptz,
  ended_at timestamptz,
  primary key (practice_id, device_id)
);
create index plan_practice_result_device on plan_practice_result (device_id);
