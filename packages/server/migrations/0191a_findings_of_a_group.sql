-- What is found of a group, in an order that no other index has: where one large group is most of what is open, reading
-- the whole table would seem cheaper than a look at another group of which nothing is open.
-- squawk-ignore require-concurrent-index-deletion
drop index param_finding_open_key;
-- squawk-ignore require-concurrent-index-creation
create index param_finding_open_key on param_finding (rule_id, key, app_id) where closed_at is null;
