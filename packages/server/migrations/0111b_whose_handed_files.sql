-- A file belongs to the organisation whose terminal handed it in: it does not move on with the terminal.
alter table handed_file add column org_id uuid references organization on delete set null;
update handed_file file set org_id = device.org_id from device where device.id = file.device_id;
create index handed_file_org on handed_file (org_id);
