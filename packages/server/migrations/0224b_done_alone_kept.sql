-- What one person has done alone counts for its while wherever the record itself is by then, and for each who did so.
-- A person's own next act clears what is older than the longest while.
create table param_alone (
  person uuid not null,
  ref_id uuid not null,
  at timestamptz not null,
  count integer not null,
  primary key (person, ref_id)
);
insert into param_alone (person, ref_id, at, count)
  select alone_by, id, alone_at, alone_count from param_assignment where alone_by is not null
  union all select alone_by, id, alone_at, alone_count from json_document where alone_by is not null;
-- squawk-ignore ban-drop-column
alter table param_assignment drop column alone_by, drop column alone_at, drop column alone_count;
-- squawk-ignore ban-drop-column
alter table json_document drop column alone_by, drop column alone_at, drop column alone_count;
