-- `is distinct from` finds the comparison of ltree by the search path, which is empty while a backup
-- is read back: pg_restore left the trigger out, and moves then left children behind. Texts compare
-- everywhere the same.
drop trigger if exists organization_path_subtree on organization;
create trigger organization_path_subtree after update of parent_id on organization
  for each row when (old.path::text is distinct from new.path::text) execute function organization_move_subtree();

-- What was moved on such a restored database goes where its parents are.
with recursive place as (
  select organization.id, organization.label::text::ltree as path from organization
    where organization.parent_id is null
  union all
  select child.id, place.path || child.label::text::ltree from organization as child
    join place on place.id = child.parent_id
)
update organization set path = place.path from place
  where place.id = organization.id and organization.path <> place.path;
