import type pg from 'pg'
import { fillCatalogue, fillOrganizations } from '../../packages/server/test/fill/organizations.ts'
import { templateContent } from '../../packages/server/test/fill/params.ts'
import type { EstateSizes } from '../../packages/server/test/fill/sizes.ts'
import { fillStations } from '../../packages/server/test/fill/stations.ts'
import { fillTerminals } from '../../packages/server/test/fill/terminals.ts'

interface Sizes {
  readonly pids: number
  readonly assignments: number
}

/** Terminals in their organisations, and nothing that speaks of their parameters but what is filled here. */
export async function fillPlaces(client: pg.Client, sizes: EstateSizes): Promise<void> {
  for (const fill of [fillOrganizations, fillCatalogue, fillStations, fillTerminals]) {
    await fill(client, sizes)
    await client.query('select fold_estate_changes()')
  }
  await client.query('vacuum (analyze)')
}

/** Every second parameter has one. */
const defaults = `jsonb_build_object('defaultValue', case when nth % 2 = 0 then 'default ' || nth end)`

/** An application with so many parameters, of which the template says half and assignments the rest. */
export async function fillParams(
  client: pg.Client,
  { pids, assignments }: Sizes,
): Promise<{ readonly appId: string }> {
  const { rows } = await client.query<{ appId: string }>(
    `with root as (select id from organization where parent_id is null limit 1),
      program as (insert into app (name, package, org_id, app_type, os_kind)
        select 'Bench', 'com.bench.pay', id, 'NORMAL', 'ANDROID' from root returning id, org_id),
      template as (insert into param_template (org_id, name, code, app_id, state, rev)
        select org_id, 'Bench', 'BENCH', id, 'PUBLISHED', 1 from program returning id, app_id)
      insert into param_template_rev (template_id, rev, content, sha256, draft_sha256, pids, file_count)
        select id, 1, ${templateContent(pids, defaults)}, '', '', '{}', 1 from template returning (select app_id from template) as "appId"`,
  )
  const [made] = rows
  if (!made) throw new Error('no template was made')
  await assign(client, made.appId, assignments)
  await client.query(`insert into param_change (level, target_id)
    select 'ORG', id from organization where parent_id is null`)
  return made
}

/** The root, some organisations and so many terminals say something. */
async function assign(client: pg.Client, appId: string, assignments: number): Promise<void> {
  await client.query(
    `with revision as (select id from param_template_rev limit 1),
      made as (
        insert into param_assignment (name, level, org_id, device_id, app_id, template_rev_id, active_template_rev_id,
            state, revision)
          select 'Root', 'ORG', id, null::uuid, $1::uuid, (select id from revision), (select id from revision), 'ACTIVE', 1
            from organization where parent_id is null
          union all
          (select 'Org', 'ORG', id, null, $1, (select id from revision), (select id from revision), 'ACTIVE', 1
            from organization where parent_id is not null order by organization.id limit $2 / 10)
          union all
          (select 'Own', 'DEVICE', org_id, id, $1, (select id from revision), (select id from revision), 'ACTIVE', 1
            from device where deleted_at is null order by md5(device.id::text) limit $2)
        returning id, level, name),
      told as (
        insert into param_assignment_rev (assignment_id, revision, template_rev_id, content, state, starts_at, device_count)
          select id, 1, (select id from revision), '{}', 'IN_FORCE', now(), 0 from made)
      insert into param_value (owner_id, pid, value, from_rev)
        select made.id, 'p' || nth, name || ' ' || nth, (select max(rev) from param_rev)
        from made cross join lateral generate_series(1, case name when 'Root' then 50 when 'Org' then 10 else 5 end) nth`,
    [appId, assignments],
  )
}

/** The root says something else of one parameter. */
export async function sayAtRoot(client: pg.Client): Promise<void> {
  await client.query(`with began as (select next_param_rev('ACTIVATED', null, null, null) as rev),
      root as (select id from param_assignment where name = 'Root'),
      ended as (update param_value set to_rev = began.rev from began, root
        where owner_id = root.id and pid = 'p50' and to_rev is null),
      noted as (insert into param_change (level, target_id)
        select 'ORG', id from organization where parent_id is null)
    select 1`)
  await client.query(`insert into param_value (owner_id, pid, value, from_rev)
    select id, 'p50', 'again ' || clock_timestamp(), (select max(rev) from param_rev) from param_assignment where name = 'Root'`)
}
