-- What a user did with the copies of his mails; no row: nothing yet.
create table notice_mail (
  user_id uuid not null references app_user (id) on delete cascade,
  mail_id uuid not null references mail_log (id) on delete cascade,
  read_at timestamptz not null default now(),
  cleared_at timestamptz,
  primary key (user_id, mail_id)
);
create index notice_mail_of_mail on notice_mail (mail_id);
-- squawk-ignore require-concurrent-index-creation
create index mail_log_to on mail_log (lower(to_address), at desc);

-- Ids of one millisecond are in no order.
-- squawk-ignore require-concurrent-index-creation
create index notice_in_order on notice (user_id, created_at desc, id desc);
-- squawk-ignore require-concurrent-index-deletion
drop index notice_of_user;
