-- When a place with these hours is open at or after a moment, by its own clock: the moment itself while it
-- is open; null: not in the next thirty days. A holiday stands in the place of its day of the week.
create function open_from(hours jsonb, zone text, moment timestamptz) returns timestamptz language sql stable as $$
  select min(greatest(opens, moment)) from (
    select (day + (slot ->> 'from')::time) at time zone zone as opens,
      (day + (slot ->> 'until')::time) at time zone zone as closes
    from generate_series(0, 30) as ahead
      cross join lateral (select (moment at time zone zone)::date + ahead as day) as at
      left join lateral (select holiday -> 'open' as open from jsonb_array_elements(hours -> 'holidays') as holiday
        where holiday ->> 'date' = day::text limit 1) as holiday on true
      cross join lateral (select case when holiday is null then hours -> to_char(day, 'dy') else holiday.open end as slot) as held
    where jsonb_typeof(slot) = 'object') as openings
  where closes > moment
$$;

-- Whether a terminal that is away counts only while its station is open.
alter table alarm_rule add column in_hours boolean not null default false;
drop view alarm_rule_row;
create view alarm_rule_row as
  select r.*, own.name as org_name, editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from alarm_rule r
    join organization own on own.id = r.org_id
    left join app_user editor on editor.id = coalesce(r.updated_by, r.created_by)
    left join app_user remover on remover.id = r.deleted_by;
