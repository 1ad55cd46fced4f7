-- What is on record with a gateway, in an order: it looks at a slice at a time.
-- squawk-ignore require-concurrent-index-creation
create index device_online_of on device_online (node_id, device_id);
-- squawk-ignore require-concurrent-index-deletion
drop index device_online_node;
