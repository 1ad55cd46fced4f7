-- Contents of stored files that lie in a bucket of an S3 store, or are on their way into it or out of
-- it. The row is there before the object and goes after it: the bucket holds nothing without one.
create table bucket_content (
  sha256 bytea primary key,
  bytes bigint not null,
  -- COMING: being moved. STORED: proved to be there. DOUBTED: to be proved again; WRONG: proved not to
  -- be what was stored. DROPPED: nobody has it any more, the object is to be removed.
  state text not null default 'COMING'
    check (state in ('COMING', 'STORED', 'DOUBTED', 'WRONG', 'DROPPED')),
  -- What the bucket calls the bytes that were proved: other bytes have another name.
  etag text,
  changed_at timestamptz not null default now(),
  -- One worker at a time: whose it is until then, or when it is tried again.
  lease_id uuid,
  due_at timestamptz not null default now(),
  attempts integer not null default 0
);
create index bucket_content_due on bucket_content (due_at) where state <> 'STORED';
