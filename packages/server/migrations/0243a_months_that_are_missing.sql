-- After a long stand-still the months in between were never made, but terminals tell of days of theirs: what is missing
-- since the last but one is made along with those to come.
create function missing_months(log text, months integer) returns setof timestamp language sql stable as $$
  select month from (select date_trunc('month', now() at time zone 'UTC') as current,
      (select min(to_date(right(part.relname, 7), 'YYYY_MM'))::timestamp from pg_inherits
        join pg_class part on part.oid = pg_inherits.inhrelid
        where pg_inherits.inhparent = log::regclass and part.relname ~ '_[0-9]{4}_[0-9]{2}$') as oldest) known
    cross join generate_series(least(greatest(coalesce(oldest, current), current - interval '2 months'), current),
      current + months * interval '1 month', interval '1 month') month
  where to_regclass(log || to_char(month, '_YYYY_MM')) is null
$$;

create or replace function make_month_partitions(parent text, months integer) returns void language plpgsql as $$
declare
  month timestamp;
begin
  for month in select missing_months(parent, months) loop
    execute format('create table %I partition of %I for values from (%L) to (%L)', parent || to_char(month, '_YYYY_MM'),
      parent, month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
  end loop;
end $$;

-- Makes the months of a log that are missing, of pushes or of what happens to terminals; one process at a time.
create function make_months(log text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('make_months', 0));
  if log = 'push_item' then
    perform make_push_months((select min(month) at time zone 'UTC' from missing_months(log, 2) month), 3);
  else
    perform make_month_partitions(log, 2);
  end if;
end $$;
