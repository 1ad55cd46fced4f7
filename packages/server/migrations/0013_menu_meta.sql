-- What the product spec's routes say about themselves beside what 0001 keeps.
alter table menu
  add column level_hidden smallint not null default 0,
  add column no_column smallint not null default 0,
  add column tab_hidden smallint not null default 0,
  add column dynamic_new_tab smallint not null default 0,
  add column target text check (target = '_blank'),
  -- A list of codes (any of them), or { role, permission, mode }.
  add column guard jsonb;
