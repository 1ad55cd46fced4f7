/** All that `lists, sets and values` find of a terminal and application, as somebody would write it down by hand. */
export const literal = `with layers as (
    select assignment_id, template_rev_id, place from param_layers(array[$1::uuid]) where app_id = $2),
  owners as (
    select assignment_id as id, place from layers
    union all select (select template_rev_id from layers order by place limit 1), 1000
    union all select '00000000-0000-0000-0000-000000000000'::uuid, 1001)
  select distinct on (said.pid) said.id, said.pid, said.value, said.sealed, said.sealed_for, said.owner_id, said.from_rev
  from owners join param_value said on said.owner_id = owners.id and said.to_rev is null
    join param_template_pid field on field.pid = said.pid
      and field.template_rev_id = (select template_rev_id from layers order by place limit 1)
  order by said.pid, owners.place`

/** The sets that terminals share, as they were written. */
export const bareSets = 'insert into bare_set select * from param_set where id = any($1)'

/** What holds for the application ends and begins anew, as it was written: the same rows, beside no triggers and unasked. */
export const bareChange = `with ended as (
    update bare_desired set until = clock_timestamp() where until is null returning *)
  insert into bare_desired (device_id, app_id, org_id, revision, set_id, variables, sealed_variables, hash, unresolved, state,
      item_id, unproved, due_at, rev)
    select device_id, app_id, org_id, revision + 1, set_id + 1, variables, sealed_variables, hash, unresolved, state,
      item_id, unproved, clock_timestamp(), rev + 1
    from ended order by device_id`
