-- What each process writes to see that the database takes writes; one row each, always the same.
create table health_probe (
  name text primary key,
  at timestamptz not null
) with (fillfactor = 50);
