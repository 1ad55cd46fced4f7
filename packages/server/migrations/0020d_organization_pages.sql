-- Pages that an organisation shows to whoever it has to do with: terms, privacy, help, about.
create table organization_page (
  org_id uuid not null references organization (id) on delete cascade,
  page text not null,
  language text not null,
  -- Sanitised when it was written; empty: as the organisation above has it.
  html text not null default '',
  version integer not null default 0,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  primary key (org_id, page, language),
  constraint organization_page_page check (page in ('terms', 'privacy', 'help', 'about'))
);
