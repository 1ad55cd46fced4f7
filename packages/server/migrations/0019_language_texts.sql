-- Languages and their texts, editable.

alter table language add column version integer not null default 1;
alter table language add column created_at timestamptz not null default now();
alter table language add column updated_at timestamptz not null default now();
alter table language add column updated_by uuid;

-- A text that a person may name.
-- squawk-ignore adding-field-with-default
alter table language_text add column id uuid not null default uuid7();
alter table language_text add column updated_at timestamptz not null default now();
alter table language_text add column updated_by uuid;
-- squawk-ignore require-concurrent-index-creation
create unique index language_text_id on language_text (id);

