-- A foreign key reads its terminal under a lock: whoever held one of many terminals (a batch, a sheet)
-- kept all that wanted to connect waiting. Nonces of terminals that are gone expire by themselves.
alter table device_nonce drop constraint device_nonce_device_id_fkey;
