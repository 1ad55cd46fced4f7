-- Values of parameters: what an assignment says about an application's parameters at a level, what holds
-- for each terminal, and since when.

-- One number rises with whatever changes a value: the values of a moment are those of its number.
create table param_rev (
  rev bigint primary key,
  at timestamptz not null,
  user_id uuid,
  -- ACTIVATED, REVOKED, STARTED, ENDED, TEMPLATE, DICTIONARY
  cause text not null,
  -- The assignment, the revision of a template, or nothing.
  ref_id uuid,
  note text
);
create index param_rev_at on param_rev (at);

-- Whoever changes values does so after the other: numbers are seen in the order in which they were taken.
create function next_param_rev(because text, ref uuid, who uuid, said text) returns bigint language sql as $$
  select pg_advisory_xact_lock(2026104);
  insert into param_rev (rev, at, user_id, cause, ref_id, note)
    select coalesce(max(rev), 0) + 1, greatest(clock_timestamp(), max(at)), who, because, ref, said from param_rev
    returning rev
$$;

create table param_assignment (
  id uuid primary key default uuid7(),
  name text not null,
  level text not null check (level in ('ORG', 'STATION', 'GROUP', 'DEVICE')),
  -- Whose it is: the target itself, or whose the target was when it was made.
  org_id uuid not null references organization (id) on delete cascade,
  station_id uuid references station (id) on delete cascade,
  group_id uuid references device_group (id) on delete cascade,
  device_id uuid references device (id) on delete cascade,
  target_id uuid not null generated always as (coalesce(device_id, group_id, station_id, org_id)) stored,
  app_id uuid not null references app (id) on delete cascade,
  template_rev_id uuid not null references param_template_rev (id),
  -- Of several groups of a terminal the higher one wins.
  priority smallint not null default 0,
  -- DRAFT until the first revision; PENDING: a second person has to agree; ACTIVE; REVOKED.
  state text not null default 'DRAFT' check (state in ('DRAFT', 'PENDING_APPROVAL', 'ACTIVE', 'REVOKED')),
  -- The revision in force (null: none is), and that of a template which it was made for.
  revision integer,
  active_template_rev_id uuid,
  -- Who asked for a second person.
  asked_by uuid,
  -- The draft: what it says, secrets sealed beside it.
  content jsonb not null default '{}',
  sealed bytea,
  -- Of which parameters there is a secret in the draft.
  secret_pids text[] not null default '{}',
  effective_from timestamptz,
  effective_to timestamptz,
  -- How it is delivered; see the contract.
  options jsonb not null default '{}',
  remark text,
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid,
  check (effective_to > effective_from),
  check (case level when 'ORG' then num_nonnulls(station_id, group_id, device_id) = 0
    when 'STATION' then station_id is not null and num_nonnulls(group_id, device_id) = 0
    when 'GROUP' then group_id is not null and num_nonnulls(station_id, device_id) = 0
    else device_id is not null and num_nonnulls(station_id, group_id) = 0 end),
  check ((state = 'ACTIVE') <= (revision is not null))
);
-- One a target and application of an owner (of who had a terminal before, it speaks no more); the form knows it by the application.
create unique index param_assignment_app_id_unique on param_assignment (org_id, target_id, app_id) where deleted_at is null;
create index param_assignment_org on param_assignment (org_id);
create index param_assignment_app on param_assignment (app_id);
create index param_assignment_station on param_assignment (station_id) where station_id is not null;
create index param_assignment_group on param_assignment (group_id) where group_id is not null;
create index param_assignment_device on param_assignment (device_id) where device_id is not null;
-- What resolving asks: who says something at a target.
create index param_assignment_in_force on param_assignment (target_id, app_id)
  where revision is not null and status = 1 and deleted_at is null;

-- What was put in force stays as it was.
create table param_assignment_rev (
  assignment_id uuid not null references param_assignment (id) on delete cascade,
  revision integer not null,
  template_rev_id uuid not null,
  content jsonb not null,
  sealed bytea,
  secret_pids text[] not null default '{}',
  -- SCHEDULED until its moment comes; IN_FORCE; SUPERSEDED; REVOKED.
  state text not null check (state in ('SCHEDULED', 'IN_FORCE', 'SUPERSEDED', 'REVOKED')),
  starts_at timestamptz not null,
  ends_at timestamptz,
  -- The number that it came into force with.
  rev bigint,
  note text,
  -- Terminals that it was for when it was put in force.
  device_count integer not null,
  published_at timestamptz not null default now(),
  published_by uuid,
  approved_by uuid,
  -- Who put it in force, with what he might do and see then: on his behalf it is brought to terminals.
  principal jsonb,
  primary key (assignment_id, revision)
);
create index param_assignment_rev_due on param_assignment_rev (starts_at) where state = 'SCHEDULED';
create index param_assignment_rev_ending on param_assignment_rev (ends_at) where state = 'IN_FORCE' and ends_at is not null;

-- One row a value from the number that it began with to the one that it ended before. Its owner is an
-- assignment, a revision of a template, or (all zeros) the dictionary.
create table param_value (
  id bigint generated always as identity primary key,
  owner_id uuid not null,
  pid text not null,
  value text,
  sealed bytea,
  -- What a secret is sealed for.
  sealed_for text,
  -- Variables that it names.
  keys text[] not null default '{}',
  from_rev bigint not null,
  to_rev bigint,
  check (num_nonnulls(value, sealed) = 1),
  check ((sealed is null) = (sealed_for is null))
);
create unique index param_value_now on param_value (owner_id, pid) where to_rev is null;
create index param_value_then on param_value (owner_id, from_rev);
create index param_value_search on param_value (pid, left(value, 200)) where value is not null;

-- The parameters that a revision of a template has.
create table param_template_pid (
  template_rev_id uuid not null,
  pid text not null,
  is_secret boolean not null default false,
  primary key (template_rev_id, pid)
);

-- What several terminals share: the values that hold together. Never changed.
create table param_set (
  id bigint generated always as identity primary key,
  app_id uuid not null,
  template_rev_id uuid not null,
  -- The assignments that speak of them, the nearest first, and the values that come of it.
  assignment_ids uuid[] not null,
  value_ids bigint[] not null,
  -- Of all of that.
  fingerprint bytea not null,
  -- Variables that its values name.
  keys text[] not null default '{}',
  -- Of what a terminal gets, where no variable is in it.
  hash bytea
);
create unique index param_set_fingerprint on param_set (fingerprint);
create index param_set_values on param_set using gin (value_ids);
create index param_set_assignments on param_set using gin (assignment_ids);
create index param_set_template on param_set (template_rev_id);

-- What each terminal should have of an application, since when; the row without an end is what holds now.
create table param_desired (
  device_id uuid not null references device (id) on delete cascade,
  app_id uuid not null references app (id) on delete cascade,
  -- Whose it was then: who has it now is not told what others told it.
  org_id uuid not null,
  -- Rises with each change of what it is told.
  revision integer not null,
  set_id bigint not null references param_set (id),
  -- Values of the variables in it; secret ones sealed.
  variables jsonb,
  sealed_variables bytea,
  hash bytea not null,
  -- Parameters that name variables which nobody sets: nothing is delivered.
  unresolved text[] not null default '{}',
  -- How far the terminal is with it; see the contract.
  state text not null default 'PENDING',
  changed_at timestamptz not null default clock_timestamp(),
  -- When it is looked at whether it is to be brought; null: something has to change first.
  due_at timestamptz,
  -- Brought although its assignment waits for the next change.
  is_asked boolean not null default false,
  -- The item that brings it, or brought it last.
  item_id uuid,
  -- The number that it was found with.
  rev bigint not null,
  since timestamptz not null default clock_timestamp(),
  until timestamptz,
  primary key (device_id, app_id, revision)
);
create unique index param_desired_now on param_desired (device_id, app_id) where until is null;
create index param_desired_set on param_desired (set_id) where until is null;
create index param_desired_app on param_desired (app_id);
create index param_desired_due on param_desired (due_at) where until is null and due_at is not null;

-- Whether what a terminal changed in a set is sent again by itself: as its nearest assignment says.
create function param_resends(of_set bigint) returns boolean language sql stable as $$
  select coalesce((a.options ->> 'resend')::boolean, false)
  from param_set join param_assignment a on a.id = param_set.assignment_ids[1] where param_set.id = of_set
$$;

-- Where an item that brings values stands, the values stand.
create function follow_param_item() returns trigger language plpgsql as $$
declare
  app uuid := (select (coalesce(new.args, push.args) #>> '{gate,appId}')::uuid from push where push.id = new.push_id);
begin
  update param_desired held set item_id = new.id, changed_at = clock_timestamp(),
    state = case
      when exists (select from param_applied applied join app own on own.id = app
        where applied.device_id = held.device_id and applied.package = own.package and applied.hash = held.hash) then 'APPLIED'
      when new.state in ('PUBLISHED', 'DELIVERED', 'ACKED') then 'NOTIFIED'
      when new.state = 'DEFERRED' then 'WAIT_APP'
      when new.state = 'RUNNING' then case new.step when 'DOWNLOADING' then 'FETCHING'
        when 'DOWNLOADED' then 'DOWNLOADED' else 'VERIFIED' end
      when new.state = 'SUCCESS' then 'VERIFIED'
      when new.state = 'FAILED' and new.code = 'P308' then 'REJECTED'
      when new.state in ('FAILED', 'REFUSED', 'EXPIRED', 'TIMEOUT') then 'FAILED'
      else 'PENDING' end,
    -- What changed while it was under way is brought by the next one.
    due_at = case when new.state = 'SUCCESS' then clock_timestamp() + interval '30 seconds'
      when new.ended_at is not null and held.since > new.created_at then clock_timestamp() end
  where held.device_id = new.device_id and held.app_id = app and held.until is null and held.state <> 'BLOCKED'
    -- An item that is over for long says nothing about what came after it, nor does one whose values were changed there.
    and (held.item_id is null or held.item_id <= new.id)
    and not (held.state = 'DRIFT' and held.item_id = new.id);
  return null;
end $$;
create trigger push_item_params after update on push_item
  for each row when (new.cmd = 'PARAM' and (old.state, old.step) is distinct from (new.state, new.step))
  execute function follow_param_item();

-- Who gets an application gets its values.
create function note_params_wanted() returns trigger language plpgsql as $$
begin
  update param_desired held set due_at = clock_timestamp()
    from added join app on app.package = added.package
    where held.device_id = added.device_id and held.app_id = app.id and held.until is null and held.state = 'PENDING';
  return null;
end $$;
create trigger device_app_params after insert on device_app
  referencing new table as added for each statement execute function note_params_wanted();

-- What terminals say they run with: the hash of all values of an application.
create table param_applied (
  device_id uuid not null references device (id) on delete cascade,
  package text not null,
  hash bytea not null,
  reported_at timestamptz not null,
  primary key (device_id, package)
) with (fillfactor = 80);

-- How many terminals are how far with each set; kept by the writes, of each connection apart so that
-- nobody waits for another; a worker folds them.
create table param_set_tally (
  set_id bigint not null,
  state text not null,
  slot integer not null,
  devices bigint not null,
  primary key (set_id, state, slot)
) with (fillfactor = 70);
create function tally_params() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into param_set_tally as kept (set_id, state, slot, devices)
      select set_id, state, pg_backend_pid(), count(*) from came where until is null group by 1, 2 order by 1, 2
      on conflict (set_id, state, slot) do update set devices = kept.devices + excluded.devices;
  elsif tg_op = 'DELETE' then
    insert into param_set_tally as kept (set_id, state, slot, devices)
      select set_id, state, pg_backend_pid(), -count(*) from went where until is null group by 1, 2 order by 1, 2
      on conflict (set_id, state, slot) do update set devices = kept.devices + excluded.devices;
  else
    insert into param_set_tally as kept (set_id, state, slot, devices)
      select set_id, state, pg_backend_pid(), sum(change) from (
        select set_id, state, 1 as change from came where until is null
        union all select set_id, state, -1 from went where until is null) moved
      group by 1, 2 having sum(change) <> 0 order by 1, 2
      on conflict (set_id, state, slot) do update set devices = kept.devices + excluded.devices;
  end if;
  return null;
end $$;
create trigger param_desired_tally_added after insert on param_desired
  referencing new table as came for each statement execute function tally_params();
create trigger param_desired_tally_changed after update on param_desired
  referencing old table as went new table as came for each statement execute function tally_params();
create trigger param_desired_tally_removed after delete on param_desired
  referencing old table as went for each statement execute function tally_params();

-- A value with variables filled in, as contract/param/placeholder.ts does it.
create function param_filled(said text, variables jsonb) returns text language plpgsql immutable as $fill$
declare
  found record;
  filled text := replace(said, '$${', chr(1));
begin
  for deep in 1..10 loop
    for found in select key, value from jsonb_each_text(coalesce(variables, '{}')) loop
      filled := replace(filled, '${' || found.key || '}', replace(found.value, '$${', chr(1)));
    end loop;
    exit when position('${' in filled) = 0;
  end loop;
  return replace(filled, chr(1), '${');
end $fill$;

create view param_assignment_row as
  select a.*, own.name as org_name, station.name as station_name, device_group.name as group_name,
    device.sn as device_sn, app.name as app_name, app.package,
    template.name as template_name, made_for.rev as template_revision,
    coalesce(device.sn, device_group.name, station.name, own.name) as target_name,
    told.published_at, asker.user_name as asked_by_name,
    coalesce(told.content is distinct from a.content or told.secret_pids is distinct from a.secret_pids
      or told.sealed is distinct from a.sealed or told.template_rev_id is distinct from a.template_rev_id, true) as is_changed,
    cardinality(a.secret_pids) + (select count(*)::integer from jsonb_object_keys(a.content)) as pid_count,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from param_assignment a
    join organization own on own.id = a.org_id
    join app on app.id = a.app_id
    join param_template_rev made_for on made_for.id = a.template_rev_id
    join param_template template on template.id = made_for.template_id
    left join station on station.id = a.station_id
    left join device_group on device_group.id = a.group_id
    left join device on device.id = a.device_id
    left join param_assignment_rev told on told.assignment_id = a.id and told.revision = a.revision
    left join app_user asker on asker.id = a.asked_by
    left join app_user editor on editor.id = coalesce(a.updated_by, a.created_by)
    left join app_user remover on remover.id = a.deleted_by;
