-- What imports have read and have not written yet, and what became of each row.

create table import_run (
  task_id uuid primary key references async_task (id) on delete cascade,
  -- The list, by the path of its page.
  path text not null,
  mode text not null,
  -- READ: rows are being read; CHECK: judged; WRITE: written; DONE.
  phase text not null default 'READ',
  format text not null default 'csv',
  -- Fields of the columns that were found, in the order of the file, with their headings.
  columns jsonb not null default '[]',
  ignored text[] not null default '{}',
  -- Kept by the batches: nobody counts the rows.
  rows integer not null default 0,
  added integer not null default 0,
  changed integer not null default 0,
  same integer not null default 0,
  refused integer not null default 0
);

create table import_row (
  task_id uuid not null references import_run (task_id) on delete cascade,
  -- Its number in the file.
  number integer not null,
  -- Steps below the rows of the same file that it lies under: parents are written first.
  depth smallint not null default 0,
  key text not null,
  parent_key text,
  -- Texts of the cells by field, as they were read.
  cells jsonb not null,
  state text not null default 'READY',
  -- Broken rules: field, value, message.
  faults jsonb not null default '[]',
  primary key (task_id, number)
);
create index import_row_order on import_row (task_id, depth, number);
create index import_row_key on import_row (task_id, key);
create index import_row_refused on import_row (task_id, number) where state = 'REFUSED';
