-- Plans bring versions to terminals in waves. A plan writes down its terminals when it begins, each with
-- its wave; a wave is one push a version over those of them that no other plan is at.

create table plan (
  id uuid primary key default uuid7(),
  plan_no text not null,
  name text not null,
  org_id uuid not null references organization (id),
  purpose text,
  ticket_no text,
  -- In the order in which each terminal gets them.
  version_ids uuid[] not null,
  -- What of a terminal they replace: two plans are never at the same of one at once.
  kinds text[] not null default '{}',
  targets jsonb not null,
  membership text not null default 'FIXED' check (membership in ('FIXED', 'DYNAMIC')),
  excluded text[] not null default '{}',
  wave_kind text not null default 'SINGLE' check (wave_kind in ('SINGLE', 'COUNTS', 'LADDER', 'RINGS')),
  waves jsonb not null,
  on_failure text not null default 'PAUSE' check (on_failure in ('PAUSE', 'ABORT')),
  rolls_back boolean not null default false,
  start_at timestamptz,
  end_at timestamptz,
  options jsonb not null default '{}',
  state text not null default 'DRAFT' check (state in ('DRAFT', 'APPROVAL', 'REJECTED', 'APPROVED', 'SCHEDULED', 'EXPANDING',
    'RUNNING', 'SOAKING', 'PAUSED', 'ROLLING_BACK', 'FINISHED', 'STOPPED', 'EXPIRED', 'ROLLED_BACK')),
  -- A sentence that was typed, or the key of one.
  reason text,
  -- Who began it, with what he might do and see then.
  principal jsonb,
  -- The wave that it is at; 0: none has begun.
  wave smallint not null default 0,
  -- Parts that its terminals were released in: each is a push a version.
  parts integer not null default 0,
  needs_approval boolean not null default false,
  submitted_at timestamptz,
  submitted_by uuid,
  approved_at timestamptz,
  approved_by uuid,
  -- How many are told a minute now, as far as it grows.
  rate_now integer,
  started_at timestamptz,
  ended_at timestamptz,
  -- When those that match by now were looked for last.
  grown_at timestamptz,
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create sequence plan_number;
create function next_plan_no(moment timestamptz) returns text language sql volatile as $$
  select 'PL' || to_char(moment at time zone 'UTC', 'YYYYMMDD') || '-' || lpad(nextval('plan_number')::text, 4, '0')
$$;
alter table plan alter column plan_no set default next_plan_no(now());
create unique index plan_no_unique on plan (plan_no);
create index plan_org on plan (org_id, id);
create index plan_versions on plan using gin (version_ids);
-- What a worker looks at every few seconds.
create index plan_going on plan (state) where ended_at is null and state in ('SCHEDULED', 'EXPANDING', 'RUNNING',
  'SOAKING', 'PAUSED', 'ROLLING_BACK');

create table plan_wave (
  plan_id uuid not null references plan (id) on delete cascade,
  wave smallint not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'RUNNING', 'SOAK', 'PASSED', 'FAILED')),
  reason text,
  size integer not null default 0,
  success_percent smallint not null,
  error_percent smallint not null,
  error_count integer,
  soak_minutes integer not null,
  -- What became of terminals after they had installed; the rest is told by the tallies of its pushes.
  confirmed integer not null default 0,
  no_contact integer not null default 0,
  unwell integer not null default 0,
  -- Taken out before they were released.
  excluded integer not null default 0,
  -- What had failed when somebody let it go on all the same.
  forgiven integer not null default 0,
  started_at timestamptz,
  soak_at timestamptz,
  ended_at timestamptz,
  primary key (plan_id, wave)
);

create table plan_target (
  plan_id uuid not null references plan (id) on delete cascade,
  device_id uuid not null references device (id) on delete cascade,
  wave smallint not null,
  -- The part in which it was released; null: it was not yet.
  part integer,
  -- What ran there before, of that which the first version replaces.
  before text,
  -- EXCLUDED before it was released; else what became of it after it had installed.
  outcome text check (outcome in ('CONFIRMED', 'NO_CONTACT', 'UNWELL', 'EXCLUDED')),
  primary key (plan_id, device_id)
);
create index plan_target_device on plan_target (device_id);
create index plan_target_part on plan_target (plan_id, part) where part is not null;
create index plan_target_unreleased on plan_target (plan_id, wave, device_id) where part is null and outcome is null;

-- The pushes that come of a plan.
create table plan_push (
  push_id uuid primary key references push (id) on delete cascade,
  plan_id uuid not null references plan (id) on delete cascade,
  wave smallint not null,
  part integer not null,
  -- The place of its version among those of the plan; the last one decides.
  place smallint not null,
  is_last boolean not null,
  -- FORTH, or on the way back.
  purpose text not null check (purpose in ('FORTH', 'BACK'))
);
create unique index plan_push_once on plan_push (plan_id, part, place, purpose) where purpose = 'FORTH';
create index plan_push_plan on plan_push (plan_id, wave);

-- Who is at what of a terminal: two plans are never at the same at once.
create table plan_claim (
  device_id uuid not null references device (id) on delete cascade,
  kind text not null,
  plan_id uuid not null references plan (id) on delete cascade,
  primary key (device_id, kind)
);
create index plan_claim_plan on plan_claim (plan_id);

-- Terminals that have installed and are not yet proved to be well.
create table plan_check (
  plan_id uuid not null references plan (id) on delete cascade,
  device_id uuid not null references device (id) on delete cascade,
  push_id uuid not null,
  wave smallint not null,
  since timestamptz not null,
  primary key (plan_id, device_id)
);

-- How far a plan had come at a moment, where that differed from the moment before.
create table plan_curve (
  plan_id uuid not null references plan (id) on delete cascade,
  at timestamptz not null,
  succeeded integer not null,
  failed integer not null,
  primary key (plan_id, at)
);

/*
 * Judges a wave in the transaction whose answers make it fail: so it stops at once, and once, however many
 * answers come together. Whoever brings failures waits for others that do, so that none is missed. Pushes
 * that somebody holds at that moment are paused by the worker, who sees the failed wave.
 */
create function judge_plan_waves() returns trigger language plpgsql as $$
declare
  touched record;
  bad integer;
begin
  insert into plan_check (plan_id, device_id, push_id, wave, since)
    select given.plan_id, added.device_id, given.push_id, given.wave, added.ended_at
    from added join plan_push given on given.push_id = added.push_id and given.is_last and given.purpose = 'FORTH'
      join plan_target target on target.plan_id = given.plan_id and target.device_id = added.device_id and target.outcome is null
    where added.state = 'SUCCESS'
    on conflict do nothing;
  for touched in select distinct given.plan_id, given.wave from added
      join plan_push given on given.push_id = added.push_id and given.purpose = 'FORTH'
    where added.state in ('FAILED', 'REFUSED', 'TIMEOUT') or added.step = 'NO_CONTACT' order by 1, 2 loop
    perform from plan_wave where plan_id = touched.plan_id and wave = touched.wave and state in ('RUNNING', 'SOAK') for update;
    continue when not found;
    select coalesce(sum(tally.count), 0) into bad from plan_push given join push_tally tally on tally.push_id = given.push_id
      where given.plan_id = touched.plan_id and given.wave = touched.wave and given.purpose = 'FORTH'
        and (tally.state in ('FAILED', 'REFUSED', 'TIMEOUT') or tally.state = 'RUNNING' and tally.step = 'NO_CONTACT');
    update plan_wave wave set state = 'FAILED', ended_at = now(),
        reason = case when judged.is_bad then 'plan.failed.errors' else 'plan.failed.success' end
      from (select counted.bad * 100 > counted.error_percent * counted.size or coalesce(counted.bad > counted.error_count, false) as is_bad,
          (counted.size - counted.bad) * 100 < counted.success_percent * counted.size as is_lost
        from (select known.size::bigint, known.success_percent, known.error_percent, known.error_count,
            greatest(bad + known.no_contact + known.unwell - known.forgiven, 0)::bigint as bad
          from plan_wave known where known.plan_id = touched.plan_id and known.wave = touched.wave) as counted) as judged
      where wave.plan_id = touched.plan_id and wave.wave = touched.wave and (judged.is_bad or judged.is_lost);
    continue when not found;
    update push set state = 'PAUSED', reason = 'plan.pausedWith', version = version + 1, updated_at = now()
      where id in (select push.id from push join plan_push given on given.push_id = push.id
        where given.plan_id = touched.plan_id and given.purpose = 'FORTH' and push.ended_at is null
          and push.state in ('SCHEDULED', 'RUNNING')
        order by push.id for update of push skip locked);
  end loop;
  return null;
end $$;
-- After the tallies, in the order of names.
create trigger push_item_wave after update on push_item
  referencing new table as added for each statement execute function judge_plan_waves();

create view plan_row as
  select plan.*, place.name as org_name, maker.user_name as created_by_name, submitter.user_name as submitted_by_name,
    approver.user_name as approved_by_name, plan.created_by as created_by_id,
    jsonb_array_length(plan.waves) as wave_count,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from plan
    join organization place on place.id = plan.org_id
    left join app_user maker on maker.id = plan.created_by
    left join app_user submitter on submitter.id = plan.submitted_by
    left join app_user approver on approver.id = plan.approved_by
    left join app_user editor on editor.id = coalesce(plan.updated_by, plan.created_by)
    left join app_user remover on remover.id = plan.deleted_by;

-- Whether a plan has something under way on a terminal, or is about to. Volatile: whoever has waited for
-- another plan's claim has to see what came with it.
create function is_plan_at(plan uuid, device uuid) returns boolean language sql volatile as $$
  select exists (select from plan_push made join push on push.id = made.push_id
      join plan_target target on target.plan_id = made.plan_id and target.part = made.part
    where made.plan_id = plan and target.device_id = device and push.ended_at is null and push.expanded_at is null)
  or exists (select from push_item item join plan_push made on made.push_id = item.push_id
    where item.device_id = device and item.ended_at is null and made.plan_id = plan)
$$;
