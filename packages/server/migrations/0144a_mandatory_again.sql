-- What is mandatory and did not come about is given again: how often it was, and when to look at it next.
alter table org_apk_stand
  add column given_at timestamptz,
  -- How often the version was given; begins anew with another version.
  add column given_times smallint not null default 0,
  -- When to look what came of it; null: nothing is to be given again.
  add column again_at timestamptz;

-- What was given before this was kept, and is not there, is looked at once: not all of it at the same moment.
update org_apk_stand set given_at = now() - interval '400 days', given_times = 1,
  again_at = now() + random() * interval '1 day'
where given_apk_id is not null and standing in ('MISSING', 'OUTDATED');

-- squawk-ignore require-concurrent-index-creation
create index org_apk_stand_again on org_apk_stand (again_at)
  where again_at is not null and standing in ('MISSING', 'OUTDATED');
