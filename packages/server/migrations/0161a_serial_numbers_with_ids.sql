-- Lists of what belongs to terminals are walked in the order of serial numbers: the index that says which
-- terminals there are knows their ids, too, and takes the place of the one that did not.
-- squawk-ignore require-concurrent-index-creation
create unique index device_sn_with_id on device (sn) include (id);
-- squawk-ignore require-concurrent-index-deletion
drop index device_sn_unique;
alter index device_sn_with_id rename to device_sn_unique;
