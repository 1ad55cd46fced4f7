-- An organisation lets nobody in while it is disabled or removed, as when its time is over; nor do
-- those below it.
create or replace function is_organization_over(org_id uuid) returns boolean language sql stable as $$
  select exists (select from organization ended join organization place on place.path <@ ended.path
    where (ended.status = 0 or ended.valid_to is not null or ended.deleted_at is not null)
      and (ended.status = 0 or ended.valid_to <= now() or ended.deleted_at is not null)
      and place.id = $1)
$$;
-- Few of them: each sign-in and each request asks.
-- squawk-ignore require-concurrent-index-creation
create index organization_may_be_over on organization (id)
  where status = 0 or valid_to is not null or deleted_at is not null;
-- squawk-ignore require-concurrent-index-deletion
drop index organization_valid_to;
-- What is_usable says of the owner of a personal token includes it.
drop function is_organization_off(uuid);
