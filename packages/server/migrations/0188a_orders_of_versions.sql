-- What is older and newer is told by the numbers of versions alone now: who belongs to a group or has a label by
-- that is found anew. Groups that wait for it already as well: a process of an older version may just be at it.
update device_group set state = 'PENDING', filter_rev = filter_rev + 1
  where type = 'DYNAMIC' and state <> 'SUSPENDED' and deleted_at is null
    and filter @? '$.** ? (@.op == "older" || @.op == "newer")';
update classification set is_pending = true
  where deleted_at is null and rule @? '$.** ? (@.op == "older" || @.op == "newer")';
