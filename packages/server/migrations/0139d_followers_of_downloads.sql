-- Who is told when another version of a download comes out: a download is what has one kind and one title.
create table developer_download_follower (
  user_id uuid not null references app_user (id) on delete cascade,
  kind text not null,
  -- In small letters.
  title text not null,
  primary key (kind, title, user_id)
);
create index developer_download_follower_user on developer_download_follower (user_id);
-- squawk-ignore require-concurrent-index-creation
create index developer_download_title on developer_download (kind, lower(title)) where deleted_at is null;
