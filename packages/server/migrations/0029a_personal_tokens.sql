-- Tokens that people make for their scripts: each call is signed with the token's secret and made in
-- its owner's name, with his rights as they are then.
create table personal_token (
  id uuid primary key default uuid7(),
  user_id uuid not null references app_user (id) on delete cascade,
  name text not null,
  reach text not null,
  -- Permission codes, where the reach is CHOSEN.
  codes text[] not null default '{}',
  -- Where calls may come from; none named means from wherever its owner may sign in.
  ip_allow inet[] not null default '{}',
  -- Sealed under the installation's key: a signature cannot be checked with a hash.
  sealed bytea not null,
  valid_to timestamptz not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  last_ip text,
  -- Calls of the ten minutes that began then. Written in batches, never once a call.
  calls integer not null default 0,
  calls_since timestamptz,
  constraint personal_token_reach check (reach in ('ALL', 'READ', 'CHOSEN')),
  constraint personal_token_networks check (cardinality(ip_allow) <= 50)
);
create unique index personal_token_name_unique on personal_token (user_id, lower(name));

-- Whether the password policies in force for an organisation let its people in from an address: the
-- platform's, and those of every organisation from the top down to it.
create function is_allowed_from(org_id uuid, ip inet) returns boolean language sql stable as $$
  select not exists (
    select from (
      select value as policy from setting where path = '/admin/system/v1/pwd/config/save'
      union all
      select custom.policy from organization place
        join organization above on above.path @> place.path
        join customize custom on custom.org_id = above.id
        where place.id = $1 and custom.status = 1 and custom.deleted_at is null
    ) asked
    where jsonb_array_length(asked.policy->'ipAllowList') > 0
      and not exists (select from jsonb_array_elements_text(asked.policy->'ipAllowList') as named (network)
        where $2 <<= named.network::inet))
$$;

-- Whether an organisation, or one above it, is disabled or in the recycle bin.
create function is_organization_off(org_id uuid) returns boolean language sql stable as $$
  select exists (select from organization place join organization above on above.path @> place.path
    where place.id = $1 and (above.status = 0 or above.deleted_at is not null))
$$;
