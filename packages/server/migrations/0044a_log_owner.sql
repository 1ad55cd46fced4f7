-- The action log may belong to a role of its own, which the application cannot become: what takes an
-- owner's rights are functions then, which run with them and do no more than this.

-- This month's and the next two months' partition of the log.
create function make_action_log_months() returns void language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' as $$
declare
  first date;
  month text;
  reader regrole;
begin
  for first in select generate_series(date_trunc('month', now()), now() + interval '2 months', interval '1 month') loop
    month := 'action_log_' || to_char(first, 'YYYYMM');
    continue when to_regclass(format('public.%I', month)) is not null
      or exists (select from public.action_log_rest as rest where rest.at >= first and rest.at < first + interval '1 month');
    execute format('create table public.%I partition of public.action_log for values from (%L) to (%L)',
      month, first, first + interval '1 month');
    execute format('create trigger keep before truncate on public.%I for each statement execute function public.append_only()', month);
    for reader in select distinct granted.grantee::regrole
      from pg_class as log cross join aclexplode(log.relacl) as granted
      where log.oid = 'public.action_log'::regclass and granted.privilege_type = 'SELECT' and granted.grantee <> log.relowner
    loop
      execute format('grant select on public.%I to %s', month, reader);
    end loop;
  end loop;
end $$;

-- Drops whole months before a moment, and none of the last three: whoever holds the application's role
-- cannot take away what was just done. Answers the names of what went.
create function drop_action_log_months(before timestamptz) returns setof text language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' as $$
declare
  month text;
begin
  for month in select part.relname
    from pg_inherits join pg_class as part on part.oid = pg_inherits.inhrelid
    where pg_inherits.inhparent = 'public.action_log'::regclass and part.relname ~ '^action_log_[0-9]{6}$'
      and right(part.relname, 6) < to_char(least(before, date_trunc('month', now()) - interval '3 months'), 'YYYYMM')
    order by part.relname
  loop
    execute format('drop table public.%I', month);
    return next month;
  end loop;
end $$;

-- What runs for the owner, or judges the log, takes nothing from the schemas of who calls it.
alter function action_log_hash(action_log) set search_path = pg_catalog, public, pg_temp;
alter function action_log_write() set search_path = pg_catalog, public, pg_temp;
alter function append_only() set search_path = pg_catalog, public, pg_temp;
