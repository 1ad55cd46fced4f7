-- Gives the action log back to the application's role, for the migrations of a new version; guard.sql
-- takes it again.
do $$
declare
  application regrole := (select relowner from pg_class where oid = 'public.schema_migration'::regclass);
  statement text;
begin
  for statement in
    with relation as (
      select to_regclass('public.action_log')::oid as oid union all select to_regclass('public.action_seal')::oid
      union all select inhrelid from pg_inherits where inhparent = to_regclass('public.action_log'))
    select format('alter table %s owner to %s', relation.oid::regclass, application)
      from relation join pg_class on pg_class.oid = relation.oid where relowner <> application
    union all
    select format('alter function %s owner to %s', pg_proc.oid::regprocedure, application)
      from pg_proc where pronamespace = 'public'::regnamespace and proowner <> application
        and proname in ('action_log_hash', 'action_log_write', 'append_only', 'make_action_log_months', 'drop_action_log_months')
  loop
    execute statement;
  end loop;
end $$;
