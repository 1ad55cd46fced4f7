-- Rules over the values of many terminals: what none of them may have twice, what goes with what, and what
-- was found against them.

create table param_rule (
  id uuid primary key default uuid7(),
  -- For the terminals of this organisation and below.
  org_id uuid not null references organization (id) on delete cascade,
  name text not null,
  -- UNIQUE: no two terminals have the same value. ONE_EACH: terminals with the same value of `by_pid` have the
  -- same of `pid`. FITS: the value fits a fact about the terminal. AMONG: it is one of `allowed`.
  kind text not null check (kind in ('UNIQUE', 'ONE_EACH', 'FITS', 'AMONG')),
  -- Null: all applications.
  app_id uuid references app (id) on delete cascade,
  pid text not null,
  by_pid text,
  fact text check (fact in ('COUNTRY', 'CURRENCY', 'MODEL', 'MCC', 'MID', 'TID')),
  -- AMONG: values, where `*` stands for any text and `?` for one character. FITS: `fact=value`; where there are none, both are the same.
  allowed text[] not null default '{}',
  -- REFUSE: nothing is brought that breaks it; WARN: it is told.
  severity text not null check (severity in ('REFUSE', 'WARN')),
  -- When all of its terminals were looked at; null: they are to be.
  judged_at timestamptz,
  remark text,
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid,
  check ((kind = 'ONE_EACH') = (by_pid is not null)),
  check ((kind = 'FITS') = (fact is not null)),
  check (kind in ('FITS', 'AMONG') or allowed = '{}')
);
create unique index param_rule_name_unique on param_rule (org_id, lower(name)) where deleted_at is null;
create index param_rule_app on param_rule (app_id) where app_id is not null;
create index param_rule_anew on param_rule (id) where judged_at is null;

create view param_rule_row as
  select r.*, own.name as org_name, app.name as app_name,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from param_rule r
    join organization own on own.id = r.org_id
    left join app on app.id = r.app_id
    left join app_user editor on editor.id = coalesce(r.updated_by, r.created_by)
    left join app_user remover on remover.id = r.deleted_by;

-- What terminals have of what UNIQUE and ONE_EACH are about: whoever has the same `key` has to say the same.
create table param_fact (
  rule_id uuid not null references param_rule (id) on delete cascade,
  device_id uuid not null references device (id) on delete cascade,
  app_id uuid not null,
  -- SHA-256 of the value that has to be unique, or that goes with one other; and what goes with it: the terminal, or that other.
  key bytea not null,
  said bytea not null,
  value text not null,
  about text,
  -- Since when it should have it: who has it first goes on.
  since timestamptz not null,
  primary key (rule_id, device_id, app_id)
);
create index param_fact_key on param_fact (rule_id, key, said);
create index param_fact_first on param_fact (rule_id, key, since);
create index param_fact_device on param_fact (device_id);

-- What was found against rules, from when it was found until it was so no more.
create table param_finding (
  id uuid primary key default uuid7(),
  rule_id uuid not null references param_rule (id) on delete cascade,
  device_id uuid not null references device (id) on delete cascade,
  app_id uuid not null,
  -- Of UNIQUE and ONE_EACH; see `param_fact`.
  key bytea,
  value text not null,
  about text,
  opened_at timestamptz not null default now(),
  closed_at timestamptz
);
create unique index param_finding_open on param_finding (rule_id, device_id, app_id) where closed_at is null;
create index param_finding_open_key on param_finding (rule_id, key) where closed_at is null;
create index param_finding_device on param_finding (device_id, app_id) where closed_at is null;
create index param_finding_latest on param_finding (rule_id, opened_at desc);
create index param_finding_closed on param_finding (closed_at) where closed_at is not null;

create view param_finding_row as
  select found.id, found.rule_id, rule.name as rule_name, rule.kind, rule.severity, rule.pid, rule.by_pid, rule.fact,
    found.device_id, device.sn, device.org_id, device.vendor_id, device.model_id, device.created_by, own.name as org_name,
    found.app_id, app.name as app_name, found.opened_at, found.closed_at,
    -- What became a secret since is one in what was found before, too.
    case when hidden.is_secret then null else found.value end as value,
    case when hidden.is_secret then null else found.about end as about,
    hidden.is_secret, hidden.is_advanced,
    null::text as updated_by_name, null::text as deleted_by_name
  from param_finding found
    join param_rule rule on rule.id = found.rule_id and rule.deleted_at is null
    join device on device.id = found.device_id and device.deleted_at is null
    join organization own on own.id = device.org_id
    join app on app.id = found.app_id
    cross join lateral (
      select coalesce(bool_or(known.secret), false) as is_secret,
        coalesce(bool_or(known.access_level <> 'BASIC'), false) as is_advanced
      from param_dict known where known.pid in (rule.pid, rule.by_pid) and known.deleted_at is null) hidden;

-- What a set says of a parameter: the nearest value, unless it is a secret, is of no parameter of its template, or
-- has been replaced since.
create function param_said(of_set bigint, of_pid text) returns table (value text, keys text[])
language sql stable rows 1 as $$
  select nearest.value, nearest.keys
  from param_set
    join param_template_pid field on field.template_rev_id = param_set.template_rev_id and field.pid = of_pid and not field.is_secret
    cross join lateral (
      select said.id, said.value, said.keys
      from unnest(param_set.assignment_ids || param_set.template_rev_id || '00000000-0000-0000-0000-000000000000'::uuid)
          with ordinality as owner (id, place)
        join param_value said on said.owner_id = owner.id and said.pid = of_pid and said.to_rev is null
      order by owner.place limit 1) nearest
  where param_set.id = of_set and nearest.value is not null and nearest.id = any(param_set.value_ids)
$$;

-- Country and currency of an area: its own, or those of the nearest one that it is in.
create function area_facts(area uuid) returns table (country text, currency text) language sql stable rows 1 as $$
  with recursive chain as (
    select own.id, own.parent_id, own.iso2, own.currency, 0 as far from timezone_area own where own.id = area
    union all
    select above.id, above.parent_id, above.iso2, above.currency, chain.far + 1
      from chain join timezone_area above on above.id = chain.parent_id where chain.far < 8)
  select (select chain.iso2 from chain where chain.iso2 is not null order by far limit 1),
    (select chain.currency from chain where chain.currency is not null order by far limit 1)
$$;

-- Rules that keep an application's values from a terminal. Of several that have the same, who had it before all
-- others goes on.
create function param_held_by(of_device uuid, of_app uuid) returns setof uuid language sql stable rows 1 as $$
  select found.rule_id
  from param_finding found
    join param_rule rule on rule.id = found.rule_id and rule.severity = 'REFUSE' and rule.status = 1 and rule.deleted_at is null
    left join param_fact own on own.rule_id = found.rule_id and own.device_id = found.device_id and own.app_id = found.app_id
  where found.device_id = of_device and found.app_id = of_app and found.closed_at is null
    and (own.key is null or exists (select from param_fact other
      where other.rule_id = own.rule_id and other.key = own.key and other.said <> own.said
        and other.since <= (select min(same.since) from param_fact same
          where same.rule_id = own.rule_id and same.key = own.key and same.said = own.said)))
$$;

-- A value with `*` and `?` as `like` has it.
create function wildcard_pattern(one text) returns text language sql immutable as $$
  select translate(replace(replace(replace(one, '\', '\\'), '%', '\%'), '_', '\_'), '*?', '%_')
$$;
