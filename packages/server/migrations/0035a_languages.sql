-- One language is spoken to whoever has chosen none.
alter table language add column is_default boolean not null default false;
update language set is_default = true where code = 'en';
-- squawk-ignore require-concurrent-index-creation
create unique index language_is_default_unique on language (is_default) where is_default;

-- What a site shows names it, and caches of sites ask this epoch.
create trigger language_default_changed after update of is_default on language
  for each statement execute function rights_changed();
