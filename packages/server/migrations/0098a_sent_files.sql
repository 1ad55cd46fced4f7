-- A file that a task brings to terminals stays as long as the task is on record: who fails may begin anew.
create function hold_sent_file() returns trigger language plpgsql as $$
begin
  insert into file_reference (upload_id, used_by, used_id, name)
    select upload.id, 'push', new.id, new.task_no from upload
    where upload.id = (new.args ->> 'fileId')::uuid and upload.state = 'STORED'
    for share;
  return null;
end $$;
create trigger sent_file_held after insert on push
  for each row when (new.kind in ('PUSH_FILE', 'CERT_UPDATE')) execute function hold_sent_file();
create trigger files_released after delete on push
  for each row when (old.kind in ('PUSH_FILE', 'CERT_UPDATE')) execute function release_files('push');
