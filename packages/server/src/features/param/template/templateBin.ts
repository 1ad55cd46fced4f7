import { countCap, type ParamTemplate, paramTemplatesPath, templateStates } from '@muster/contract'
import { sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import type { NewRecord, StoredRow } from '../../../kit/record.ts'
import { type Bin, recycleBin } from '../../../kit/recycleBin.ts'
import { keptWhileUsed, naming } from '../../../kit/references.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { withCounts } from '../../../kit/withCounts.ts'
import { apkScope, nameableApps } from '../../app/index.ts'
import { templateScope } from './templateScope.ts'

/** The records as the table has them. */
const plain = keptWhileUsed(
  naming(recycleBin(paramTemplatesPath, 'paramTemplate', templateScope), [
    { field: 'orgId', to: 'organization', scope: organizationsBy('id') },
    { field: 'appId', to: 'app', scope: nameableApps },
  ]),
  [
    {
      table: 'apk',
      field: 'paramTemplateIds',
      name: 'versionName',
      says: 'used.apk',
      scope: apkScope,
      isList: true,
    },
  ],
)

type Row = StoredRow<'paramTemplate'>
type Entry = NewRecord<'paramTemplate'>
type Shown = Row & Pick<ParamTemplate, 'state' | 'isChanged' | 'pidCount'>

const ruled: Bin<Shown, Entry> = {
  ...plain,
  find: async (ctx, id) => shown(await plain.find(ctx, id)),
  show: async (ctx, rows) => (await plain.show(ctx, rows)).map(shown),
  async add(ctx, values) {
    requireRange(values)
    return shown(await plain.add(ctx, values))
  },
  async update(ctx, values) {
    requireRange(values)
    const before = await plain.find(ctx, values.id)
    if (before.rev !== null && values.appId !== undefined && values.appId !== before.appId)
      throw fieldRefusal('appId', 'paramTemplate.fixedApp')
    return shown(await plain.update(ctx, values))
  },
}

const assignments = organizationsBy('own.orgId')

/** Templates: what was published stays with its organisation and its application. */
export const templateBin = withCounts(ruled, async ({ db, principal }, rows) => {
  const { rows: used } = await sql<{ id: string; count: number }>`
    select named.id, (select count(*)::integer from (
        select from param_template_rev rev join param_assignment own on own.template_rev_id = rev.id
        where rev.template_id = named.id and own.deleted_at is null and ${assignments.rows(principal)}
        limit ${countCap}) as found) as count
    from unnest(${rows.map(({ id }) => id)}::uuid[]) as named (id)`.execute(db)
  const counts = new Map(used.map(({ id, count }) => [id, count]))
  const versions = await bringing({ db, principal }, rows)
  return rows.map((row) => ({
    ...row,
    usedCount: counts.get(row.id) ?? 0,
    versions: versions.get(row.id) ?? [],
  }))
})

/** Versions that a row names: with each release there is one more. */
const shownVersions = 10

/** What versions that bring a template are called, the latest first. */
async function bringing(
  { db, principal }: Pick<Context, 'db' | 'principal'>,
  templates: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, string[]>> {
  const ids = templates.map(({ id }) => id)
  const { rows } = await sql<{ id: string; versions: string[] }>`select named.id,
      array(select version_name from apk
        where apk.param_template_ids @> array[named.id] and apk.param_template_ids <> '{}'
          and apk.deleted_at is null and ${apkScope.rows(principal)}
        order by apk.version_code desc limit ${shownVersions}) as versions
    from unnest(${ids}::uuid[]) as named (id)`.execute(db)
  return new Map(rows.map(({ id, versions }) => [id, versions]))
}

function requireRange({ versionFrom = null, versionTo = null }: Partial<Entry>): void {
  if (versionFrom !== null && versionTo !== null && versionTo < versionFrom)
    throw fieldRefusal('versionTo', 'paramTemplate.emptyRange')
}

const shown = (row: Row): Shown => ({
  ...row,
  state: templateStates.find((state) => state === row.state) ?? 'DRAFT',
  isChanged: row.isChanged ?? true,
  pidCount: row.pidCount ?? 0,
})
