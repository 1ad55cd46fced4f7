-- Terminals that have something against each other, in groups that are the whole estate at times: what one of them
-- changes is found of the others a part at a time. Which groups wait, which way they turned, and what came last.
create table param_group_waiting (
  rule_id uuid not null references param_rule (id) on delete cascade,
  key bytea not null,
  is_broken boolean not null,
  said bytea not null default '',
  device_id uuid not null default '00000000-0000-0000-0000-000000000000',
  app_id uuid not null default '00000000-0000-0000-0000-000000000000',
  primary key (rule_id, key)
);

-- A group is gone through in an order that its index knows.
-- squawk-ignore require-concurrent-index-deletion
drop index param_fact_key;
-- squawk-ignore require-concurrent-index-creation
create index param_fact_key on param_fact (rule_id, key, said, device_id, app_id);
