-- Whether a terminal was told to lock itself when it was reported lost: then it is unlocked when it is found.
alter table device_move add column is_locking boolean not null default false;

-- One that is lost tells of itself each minute.
create trigger device_is_watched before update of lifecycle on device
  for each row when ((old.lifecycle = 'LOST') <> (new.lifecycle = 'LOST'))
  execute function take_settings_rev();
