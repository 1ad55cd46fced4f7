-- Templates that are gone for good are freed from the versions that bring them by one statement, however many go.
drop trigger param_template_of_versions on param_template;

create or replace function drop_template_of_versions() returns trigger language plpgsql as $$
begin
  update apk set param_template_ids = array(
      select brought.id from unnest(apk.param_template_ids) with ordinality brought (id, place)
      where not exists (select from gone where gone.id = brought.id) order by brought.place)
    where param_template_ids && (select array_agg(gone.id) from gone) and param_template_ids <> '{}';
  return null;
end $$;
create trigger param_template_of_versions after delete on param_template
  referencing old table as gone for each statement execute function drop_template_of_versions();
