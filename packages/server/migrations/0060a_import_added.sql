-- What imports have added, so that it can be taken back as long as their rows are kept.

create table import_added (
  task_id uuid not null references import_run (task_id) on delete cascade,
  id uuid not null,
  -- What people know the record by: the text of the key's cell.
  key text not null,
  primary key (task_id, id)
);
