import type { params } from '@muster/contract'
import { paramDelivery, type ParamLevel, type ParsedOf, type ReplyOf } from '@muster/contract'
import { sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import { deviceScope } from '../../device/index.ts'
import { assignmentBin, plain } from './assignmentBin.ts'
import { kept, opened } from './draft.ts'
import { holdFilesOf } from './files.ts'
import { manyFrom } from './many.ts'
import { pick, shownOf } from './shown.ts'
import { countTargets } from './target.ts'

type Wish = ParsedOf<(typeof params)['copy']>['body']
type Impact = ReplyOf<(typeof params)['copyImpact']>

/** Where targets of a level lie, what they are called, and who may name them. */
const places = {
  ORG: { table: 'organization', name: 'name', org: 'id', scope: organizationsBy('id') },
  STATION: { table: 'station', name: 'name', org: 'orgId', scope: organizationsBy('orgId') },
  GROUP: { table: 'deviceGroup', name: 'name', org: 'orgId', scope: organizationsBy('orgId') },
  DEVICE: { table: 'device', name: 'sn', org: 'orgId', scope: deviceScope },
} as const satisfies Record<ParamLevel, object>

interface Found {
  readonly id: string
  readonly name: string
  readonly orgId: string
  readonly takenBy: string | null
}

/** Targets that the caller sees, each with the assignment of the application that is there already. */
async function targetsOf(
  { db, principal }: Context,
  { level, targetIds }: Wish,
  appId: string,
): Promise<Found[]> {
  const { table, name, org, scope } = places[level]
  const { rows } =
    await sql<Found>`select place.id, place.name, place.org_id, there.name as taken_by
    from (select id, ${sql.ref(name)} as name, ${sql.ref(org)} as org_id from ${sql.table(table)} as row
        where id = any(${targetIds}::uuid[]) and deleted_at is null and ${scope.rows(principal)}) place
      left join param_assignment there on there.target_id = place.id and there.org_id = place.org_id
        and there.app_id = ${appId} and there.deleted_at is null
    order by place.name`.execute(db)
  if (rows.length < new Set(targetIds).size) throw notFound()
  return rows
}

const targetAt = (level: ParamLevel, { id, orgId }: Pick<Found, 'id' | 'orgId'>) => ({
  level,
  orgId: level === 'ORG' ? id : orgId,
  stationId: level === 'STATION' ? id : null,
  groupId: level === 'GROUP' ? id : null,
  deviceId: level === 'DEVICE' ? id : null,
})

/** For how many terminals copies would be, and where there is an assignment already. */
export async function copyImpact(ctx: Context, id: string, wish: Wish): Promise<Impact> {
  const row = await plain.find(ctx, id)
  const found = await targetsOf(ctx, wish, row.appId)
  const counts = await countTargets(
    ctx,
    found.map((one) => ({ ...targetAt(wish.level, one), id: one.id })),
  )
  const isShown = await shownOf(ctx, [row.templateRevId])
  const said = opened(ctx.platform, id, row)
  const pids = [...Object.keys(said.values), ...Object.keys(said.secrets)]
  const targets: Impact['targets'][number][] = []
  const from = await manyFrom(ctx, [])
  for (const { id: targetId, name, takenBy } of found) {
    const count = counts.get(targetId) ?? 0
    targets.push({ id: targetId, name, count, needsApproval: count >= from, takenBy })
  }
  return { targets, hiddenCount: pids.filter((pid) => !isShown(pid)).length }
}

/** Makes drafts that say for other targets what the caller is shown of this one's. */
export async function copyTo(ctx: Context, id: string, wish: Wish) {
  const row = await plain.find(ctx, id)
  const isShown = await shownOf(ctx, [row.templateRevId])
  const said = opened(ctx.platform, id, row)
  const copied = { values: pick(said.values, isShown), secrets: pick(said.secrets, isShown) }
  const { name, appId, templateRevId, priority, remark, effectiveFrom, effectiveTo } = row
  const head = { name, appId, templateRevId, priority, remark, effectiveFrom, effectiveTo }
  const free = (await targetsOf(ctx, wish, appId)).filter(({ takenBy }) => takenBy === null)
  const made: string[] = []
  for (const target of free) {
    const body = {
      ...head,
      ...targetAt(wish.level, target),
      options: paramDelivery().parse(row.options),
    }
    const { id: copyId, version } = await assignmentBin.add(ctx, body)
    await plain.update(ctx, { id: copyId, version, ...kept(ctx.platform, copyId, copied) })
    made.push(copyId)
  }
  const { values } = copied
  await holdFilesOf(
    ctx,
    templateRevId,
    made.map((copyId) => ({ id: copyId, name, values })),
  )
  ctx.note({ targetIds: made, after: { count: made.length } })
  return { count: made.length }
}
