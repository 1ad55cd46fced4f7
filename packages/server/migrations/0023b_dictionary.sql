-- Coded lists: what forms offer and lists show by name.
create table dictionary (
  id uuid primary key default uuid7(),
  code text not null,
  -- A text key, or a name.
  name text not null,
  remark text,
  -- Shipped: its values are those of the product, which code knows.
  is_system boolean not null default false,
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index dictionary_code_unique on dictionary (code) where deleted_at is null;

create table dictionary_item (
  id uuid primary key default uuid7(),
  dictionary_id uuid not null references dictionary (id) on delete cascade,
  value text not null,
  -- Of a shipped dictionary both are empty: its values are worded by the language packs, under the
  -- key `<dictionary>.<value>`.
  label text not null default '',
  labels jsonb not null default '{}',
  colour text check (colour in ('good', 'bad', 'waiting', 'neutral')),
  sort integer not null default 0,
  is_default boolean not null default false,
  extra jsonb check (jsonb_typeof(extra) = 'object'),
  status smallint not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index dictionary_item_value_unique on dictionary_item (dictionary_id, value)
  where deleted_at is null;
-- One item at most is chosen before anybody chooses.
create unique index dictionary_item_is_default_unique on dictionary_item (dictionary_id)
  where is_default and deleted_at is null;
create index dictionary_item_order on dictionary_item (dictionary_id, sort, id);

create view dictionary_row as
  select d.*, editor.user_name as updated_by_name, remover.user_name as deleted_by_name,
    (select count(*)::integer from dictionary_item i
      where i.dictionary_id = d.id and i.deleted_at is null) as item_count
  from dictionary d
    left join app_user editor on editor.id = coalesce(d.updated_by, d.created_by)
    left join app_user remover on remover.id = d.deleted_by;

create view dictionary_item_row as
  select i.id, i.dictionary_id, d.code as dictionary_code, d.is_system, i.value,
    case when d.is_system then coalesce(english.value, i.value) else i.label end as label,
    case when d.is_system then coalesce((select jsonb_object_agg(language.code, own.value)
        from language_text own join language on language.id = own.language_id
        where own.key = d.code || '.' || i.value and own.is_custom), '{}')
      else i.labels end as labels,
    -- What lists call the record.
    case when d.is_system then coalesce(english.value, i.value) else i.label end as name,
    i.colour, i.sort, i.is_default, i.extra::text as extra, i.status, i.version, i.created_at,
    i.updated_at, i.deleted_at, editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from dictionary_item i
    join dictionary d on d.id = i.dictionary_id
    left join (language_text english join language en on en.id = english.language_id and en.code = 'en')
      on d.is_system and english.key = d.code || '.' || i.value
    left join app_user editor on editor.id = coalesce(i.updated_by, i.created_by)
    left join app_user remover on remover.id = i.deleted_by;
