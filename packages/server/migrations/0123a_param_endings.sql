-- What ends among the values of parameters: dates, and columns of tables, that the dictionary marks so.

alter table param_dict add column expires boolean not null default false;
drop view param_dict_row;
create view param_dict_row as
  select d.*, d.sealed is not null as has_secret,
    editor.user_name as updated_by_name, remover.user_name as deleted_by_name
  from param_dict d
    left join app_user editor on editor.id = coalesce(d.updated_by, d.created_by)
    left join app_user remover on remover.id = d.deleted_by;

-- The days of each value that is said, or was; what variables stand for is not known here.
create table param_ending (
  value_id bigint not null references param_value (id) on delete cascade,
  -- Of a table: the row, from 1, and the column; of a date 0 and nothing.
  row_no integer not null,
  column_key text not null,
  -- The first cells of the row, by which people know it.
  label text not null,
  ends_on date not null,
  -- Whether its terminals were told to look: the day had come within the days of a rule of alarms.
  is_noted boolean not null default false,
  primary key (value_id, row_no, column_key)
);
create index param_ending_day on param_ending (ends_on);

-- A day as it is written; null: it is none.
create function param_day(said text) returns date language plpgsql immutable as $$
begin
  return case when said ~ '^\d{4}-\d{2}-\d{2}$' then said::date end;
exception when others then
  return null;
end $$;

-- The rows of a table as it is written; none, where it is no table.
create function param_rows(said text) returns jsonb language plpgsql immutable as $$
begin
  return case when jsonb_typeof(said::jsonb) = 'array' then said::jsonb else '[]' end;
exception when others then
  return '[]';
end $$;

-- The days in a value of a parameter that the dictionary marks.
create function param_days(of_pid text, said text)
returns table (row_no integer, column_key text, label text, ends_on date) language sql stable rows 5 as $$
  select 0, '', '', param_day(said) from param_dict known
    where known.pid = of_pid and known.deleted_at is null and known.expires and known.data_type = 'DATE'
      and param_day(said) is not null
  union all
  select line.no::integer, own ->> 'key', coalesce((
      select left(string_agg(cell, ' ' order by place), 200)
      from (select line.cells ->> (other.own ->> 'key') as cell, other.place
        from jsonb_array_elements(known.columns) with ordinality other (own, place)
        where not coalesce((other.own ->> 'expires')::boolean, false)
          and line.cells ->> (other.own ->> 'key') <> ''
        order by other.place limit 2) first), ''),
    param_day(line.cells ->> (own ->> 'key'))
  from param_dict known cross join jsonb_array_elements(known.columns) own
    cross join jsonb_array_elements(param_rows(said))
      with ordinality line (cells, no)
  where known.pid = of_pid and known.deleted_at is null and known.data_type = 'TABLE'
    and own ->> 'dataType' = 'DATE' and (own ->> 'expires')::boolean
    and param_day(line.cells ->> (own ->> 'key')) is not null
$$;

create function note_endings() returns trigger language plpgsql as $$
begin
  insert into param_ending (value_id, row_no, column_key, label, ends_on)
    select said.id, days.* from param_dict known
      join said on said.pid = known.pid and said.value is not null
      cross join lateral param_days(said.pid, said.value) days
    where known.deleted_at is null and (known.expires or known.columns @> '[{"expires": true}]');
  return null;
end $$;
create trigger param_value_endings after insert on param_value
  referencing new table as said for each statement execute function note_endings();

-- What is marked from now on is looked for in what is said already.
create function mark_endings() returns trigger language plpgsql as $$
begin
  delete from param_ending using param_value own where own.id = param_ending.value_id and own.pid = new.pid;
  insert into param_ending (value_id, row_no, column_key, label, ends_on)
    select own.id, days.* from param_value own cross join lateral param_days(own.pid, own.value) days
    where own.pid = new.pid and own.to_rev is null and own.value is not null;
  return null;
end $$;
create trigger param_dict_marked after insert on param_dict
  for each row when (new.expires or new.columns @> '[{"expires": true}]') execute function mark_endings();
create trigger param_dict_remarked after update on param_dict
  for each row when ((old.expires, old.columns, old.data_type, old.deleted_at)
    is distinct from (new.expires, new.columns, new.data_type, new.deleted_at)) execute function mark_endings();

create view param_ending_row as
  select ends.value_id || '-' || ends.row_no || '-' || ends.column_key as id, ends.value_id, said.pid, known.title,
    (select own ->> 'title' from jsonb_array_elements(known.columns) own where own ->> 'key' = ends.column_key) as column_title,
    ends.label, ends.ends_on, ends.ends_on - current_date as days, a.id as assignment_id, coalesce(a.name, template.name) as owner_name, a.org_id as owner_org_id,
    case when a.id is not null then a.level when template.id is not null then 'TEMPLATE' else 'DICTIONARY' end as source,
    app.name as app_name, known.access_level <> 'BASIC' or exists (select from param_template_pid field
      where field.pid = said.pid and field.is_advanced
        and field.template_rev_id in (said.owner_id, a.active_template_rev_id)) as is_advanced
  from param_ending ends
    join param_value said on said.id = ends.value_id and said.to_rev is null
    join param_dict known on known.pid = said.pid and known.deleted_at is null and not known.secret
    left join param_assignment a on a.id = said.owner_id
    left join param_template_rev made_for on made_for.id = said.owner_id
    left join param_template template on template.id = made_for.template_id
    left join app on app.id = coalesce(a.app_id, template.app_id);

create or replace view param_delivery_row as
  select held.device_id || '/' || held.app_id as id, held.device_id, device.sn, device.org_id, device.vendor_id, device.model_id,
    own.name as org_name, held.app_id, app.name as app_name, app.package, held.revision, template.name as template_name,
    made_for.rev as template_revision, held.state, item.code, item.message, item.attempt, item.push_id, held.since, held.changed_at,
    item.published_at, item.ended_at, applied.reported_at, device.created_by, held.set_id
  from param_desired held
    join device on device.id = held.device_id and device.deleted_at is null
    join organization own on own.id = device.org_id
    join app on app.id = held.app_id
    join param_set on param_set.id = held.set_id
    join param_template_rev made_for on made_for.id = param_set.template_rev_id
    join param_template template on template.id = made_for.template_id
    left join push_item item on item.id = held.item_id
    left join param_applied applied on applied.device_id = held.device_id and applied.package = app.package
  where held.until is null;
