-- What lay in a recycle bin for long enough goes for good, just as when someone destroys it: a record
-- that others still refer to stays until these are gone. Answers how many went.
create function purge_recycle_bin(bin regclass, before timestamptz, most integer) returns integer
language plpgsql as $$
declare
  found uuid;
  gone integer := 0;
begin
  for found in execute format(
    'select id from %s where deleted_at < $1 order by deleted_at limit $2 for update skip locked', bin)
    using before, most
  loop
    begin
      execute format('delete from %s where id = $1', bin) using found;
      gone := gone + 1;
    exception when foreign_key_violation or restrict_violation then
      null;
    end;
  end loop;
  return gone;
end $$;

-- The names of the months of a table whose every row is older than a moment.
create function months_before(parent regclass, moment timestamptz) returns setof regclass
language sql stable as $$
  select part.oid::regclass from pg_inherits join pg_class as part on part.oid = pg_inherits.inhrelid
  where pg_inherits.inhparent = parent and part.relname ~ '_[0-9]{4}_[0-9]{2}$'
    and to_date(right(part.relname, 7), 'YYYY_MM') + interval '1 month' <= moment at time zone 'UTC'
$$;
