-- Lists of what belongs to terminals are walked in the order of serial numbers: the index that says which
-- terminals there are knows their ids, too, and takes the place of the one that did not.
-- squawk-ignore require-concurrent-index-creation
create unique index device_sn_with_id on device (sn) include (id);
-- squawk-ignore require-concurrent-index-deletion
drop index device_sn_unique;
alter index device_sn_with_id rename to device_sn_unique;

-- Who adds a terminal that is there already is told of its serial number first: of several values that are
-- taken, the database names that of its oldest index.
-- squawk-ignore require-concurrent-index-creation
create unique index device_tid_again on device (tid) where deleted_at is null;
-- squawk-ignore require-concurrent-index-deletion
drop index device_tid_unique;
alter index device_tid_again rename to device_tid_unique;
