-- Who works for a developer beside the account that acts for him.
create table developer_member (
  developer_id uuid not null references developer (id) on delete cascade,
  account_id uuid not null references app_user (id) on delete cascade,
  role text not null check (role in ('MANAGER', 'MEMBER')),
  since timestamptz not null default now(),
  created_by uuid,
  primary key (developer_id, account_id)
);
create index developer_member_account on developer_member (account_id);
