-- Gives the action log to the role muster_log, so that the application's role can add to it and read
-- it, and nothing else: it can neither change nor cut it, nor drop it as owner of the database.
-- Muster runs this itself with its embedded database and with DATABASE_OWNER_URL. Elsewhere a
-- superuser does, in Muster's database, after the first start and after each upgrade:
--   psql -d muster -f guard.sql
do $$
declare
  application regrole := (select relowner from pg_class where oid = 'public.schema_migration'::regclass);
  statement text;
begin
  if not exists (select from pg_roles where rolname = 'muster_log') then
    create role muster_log nologin;
  end if;
  for statement in
    with relation as (
      select 'public.action_log'::regclass as oid union all select 'public.action_seal'::regclass
      union all select inhrelid from pg_inherits where inhparent = 'public.action_log'::regclass)
    select format('alter table %s owner to muster_log', relation.oid::regclass)
      from relation join pg_class on pg_class.oid = relation.oid where relowner <> 'muster_log'::regrole
    union all
    select format('grant select on %s to %s', relation.oid::regclass, application) from relation
    union all
    select format('alter function %s owner to muster_log', pg_proc.oid::regprocedure)
      from pg_proc where pronamespace = 'public'::regnamespace and proowner <> 'muster_log'::regrole
        and proname in ('action_log_hash', 'action_log_write', 'append_only', 'make_action_log_months', 'drop_action_log_months')
    union all
    select format('alter schema public owner to pg_database_owner')
      from pg_namespace where nspname = 'public' and nspowner = application
    union all
    select format('alter database %I owner to muster_log', datname)
      from pg_database where datname = current_database() and datdba = application
  loop
    execute statement;
  end loop;
  execute format('grant insert on public.action_log, public.action_seal to %s', application);
  revoke execute on function public.make_action_log_months(), public.drop_action_log_months(timestamptz) from public;
  execute format('grant execute on function public.make_action_log_months(), public.drop_action_log_months(timestamptz) to %s', application);
  execute format('grant connect, create, temporary on database %I to %s', current_database(), application);
  execute format('grant usage, create on schema public to %s', application);
end $$;
