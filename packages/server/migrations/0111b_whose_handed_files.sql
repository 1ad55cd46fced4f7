-- A file belongs to the organisation whose terminal handed it in: it does not move on with the terminal.
-- Few rows, and none of them is written but when a terminal hands in.
-- squawk-ignore adding-foreign-key-constraint
alter table handed_file add column org_id uuid references organization on delete set null;
update handed_file file set org_id = device.org_id from device where device.id = file.device_id;
-- squawk-ignore require-concurrent-index-creation
create index handed_file_org on handed_file (org_id);
