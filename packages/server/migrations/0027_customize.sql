-- White label: what an organisation and those below it show and ask for in place of the platform's own.

create table customize (
  id uuid primary key default uuid7(),
  org_id uuid not null references organization (id),
  name text not null,
  -- Own values only; what is missing or null comes from above. Null: nothing of its own.
  website jsonb,
  -- A whole password policy; in force is the strictest of all above. Null: that of above alone.
  policy jsonb,
  remark text,
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index customize_org_id_unique on customize (org_id) where deleted_at is null;
create unique index customize_name_unique on customize (lower(name)) where deleted_at is null;

-- Web hosts that an organisation says are its own; one counts only once its DNS says so too.
create table customize_domain (
  id uuid primary key default uuid7(),
  customize_id uuid not null references customize (id) on delete cascade,
  domain text not null,
  -- What the TXT record must hold.
  token text not null,
  verified_at timestamptz,
  checked_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index customize_domain_domain_unique on customize_domain (domain);
create index customize_domain_of on customize_domain (customize_id);

create view customize_row as
  select c.id, c.org_id, c.name, c.remark, c.status, c.version, c.created_at, c.created_by, c.updated_at,
    c.updated_by, c.deleted_at, c.deleted_by, own.name as org_name,
    array(select held.domain from customize_domain held where held.customize_id = c.id order by held.domain) as domains,
    coalesce((select jsonb_agg(jsonb_build_object('id', held.id, 'domain', held.domain, 'token', held.token,
        'verifiedAt', to_char(held.verified_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by held.domain)
      from customize_domain held where held.customize_id = c.id), '[]'::jsonb) as claims,
    c.website ->> 'webName' as web_name, c.website ->> 'themeName' as theme_name, c.website ->> 'language' as language,
    c.website is not null as has_website, c.policy is not null as has_policy,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from customize c
    join organization own on own.id = c.org_id
    left join app_user editor on editor.id = coalesce(c.updated_by, c.created_by)
    left join app_user remover on remover.id = c.deleted_by;

-- Caches of rights hold idle minutes, caches of sites hold names and pictures: both ask this epoch.
create trigger customize_changed after insert or update or delete on customize
  for each statement execute function rights_changed();
create trigger customize_domain_changed after insert or update or delete on customize_domain
  for each statement execute function rights_changed();
create trigger setting_changed after insert or update or delete on setting
  for each statement execute function rights_changed();
create trigger organization_life_changed after update of status, deleted_at on organization
  for each statement execute function rights_changed();
