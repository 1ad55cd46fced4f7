-- People who asked for an account, as the list shows them: with what a review has made of them.

alter table platform_user
  -- squawk-ignore adding-foreign-key-constraint
  add column merged_into_id uuid references platform_user (id);
-- The account's registration; an account has one at most.
-- squawk-ignore require-concurrent-index-creation
create unique index platform_user_user_id_unique on platform_user (user_id);
-- squawk-ignore require-concurrent-index-creation
create index platform_user_created on platform_user (created_at);

create view platform_user_row as
  select p.id, p.email, p.real_name, p.kind, p.company, p.country, p.phone, p.state, p.source, p.verified_at,
    p.reviewed_at, reviewer.user_name as reviewed_by, p.reason, p.user_id, account.user_name,
    account.org_id, own.name as org_name, account.vendor_id, vendor.name as vendor_name,
    account.last_sign_in_at, survivor.email as merged_into, p.version, p.created_at, p.updated_at
  from platform_user p
    left join app_user account on account.id = p.user_id
    left join organization own on own.id = account.org_id
    left join vendor on vendor.id = account.vendor_id
    left join app_user reviewer on reviewer.id = p.reviewed_by
    left join platform_user survivor on survivor.id = p.merged_into_id;
