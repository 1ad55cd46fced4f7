-- What was asked for with others waits for these, and for nothing that its asker asked for apart.
alter table param_assignment add column asked_among uuid;
update param_assignment set asked_among = asked_by where state = 'PENDING_APPROVAL' and asked_for = 'ACTIVATE';
