-- A version that is called by its day is in the order of days: of 2026-04-01 only the day of the month had
-- counted, so that 2026-03-05 was newer. Digits are those that numbers are made of here: terminals may send
-- others. As compareVersions of the contract has it; no index and no kept figure is made of it.
create or replace function version_key(version text) returns numeric[] language sql immutable strict parallel safe as $$
  with runs as (select found[1] as run, place
    from regexp_matches(version,
      '((?:(?<![0-9])(?:19|20)[0-9]{2}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12][0-9]|3[01]))?(?![0-9])|[0-9]+)(?:\.[0-9]+)*)', 'g')
      with ordinality as every (found, place))
  select string_to_array(translate(regexp_replace(coalesce(
      (select run from runs where run like '%.%' order by place limit 1),
      (select run from runs where run like '%-%' order by place limit 1),
      (select run from runs order by place desc limit 1)), '(\.0+)+$', ''), '-', '.'), '.')::numeric[]
$$;
