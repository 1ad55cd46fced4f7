import {
  codes,
  type JsonDocument,
  jsonDocuments,
  jsonDocumentsPath,
  jsonKinds,
  type JsonLevel,
  jsonLevels,
  jsonStates,
  type JsonState,
  paramDelivery,
  type ParsedOf,
} from '@muster/contract'
import { sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { type Bin, recycleBin } from '../../../kit/recycleBin.ts'
import { naming } from '../../../kit/references.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import type { Stored } from '../../../kit/record.ts'
import { deviceScope, modelScope } from '../../device/index.ts'
import { requireFew, takeTurn } from '../assignment/many.ts'
import { countTargets, type Placed } from '../assignment/target.ts'
import { progressOf } from '../resolve/progress.queries.ts'
import { kept, saidBy } from './said.ts'

/** Documents of the organisations in the caller's data scope. */
export const jsonScope = organizationsBy('orgId')

/** The records as the table has them. */
export const plain = naming(recycleBin(jsonDocumentsPath, 'jsonDocument', jsonScope), [
  { field: 'modelId', to: 'model', scope: modelScope },
  // Before its organisation: who names a group that he does not see has named no organisation.
  { field: 'groupId', to: 'deviceGroup', scope: organizationsBy('orgId') },
  { field: 'deviceId', to: 'device', scope: deviceScope },
  { field: 'orgId', to: 'organization', scope: organizationsBy('id') },
])
export type Kept = Awaited<ReturnType<typeof plain.find>>

type Written = ParsedOf<(typeof jsonDocuments)['add']>['body']
type Shown = Omit<JsonDocument, 'status' | 'createdAt' | 'updatedAt' | 'publishedAt'> &
  Stored &
  Pick<Kept, 'createdAt' | 'updatedAt' | 'deletedAt' | 'publishedAt'>

/** Documents without their text, which their editor asks for. */
export const jsonBin: Bin<Shown, Written> = {
  ...plain,
  find: async (ctx, id) => one(ctx, await plain.find(ctx, id)),
  show: async (ctx, rows) => shown(ctx, await plain.show(ctx, rows)),
  async add(ctx, { options, ...values }) {
    const target = await requireTarget(ctx, values)
    const made = { ...values, ...target, options: JSON.stringify(options) }
    return one(ctx, await plain.add(ctx, made))
  },
  async update(ctx, values) {
    // Each update call brings the whole form.
    const { options, ...form } = jsonDocuments.update.schemas.body.parse(values)
    await takeTurn(ctx)
    const before = await plain.find(ctx, form.id)
    const target = await requireTarget(ctx, form)
    const isSame = levelOf(before) === target.level && isSameTarget(before, target)
    if (before.revision !== null) {
      if (!isSame) throw fieldRefusal('level', 'json.fixedTarget')
      if (form.code !== before.code) throw fieldRefusal('code', 'json.fixedCode')
    }
    const row = await plain.update(ctx, {
      ...form,
      ...target,
      // Whose it is was settled when it was made: a terminal that moves takes none along.
      orgId: isSame ? before.orgId : target.orgId,
      options: JSON.stringify(options),
      ...(form.encrypt !== before.encrypt && kept(ctx, form, saidBy(ctx, before))),
      ...unasked(before),
    })
    if (before.revision !== null && form.priority !== before.priority) {
      if (row.status === 1) await requireFew(ctx, 'jsonDocument', [row])
      await lookAgain(ctx, [row.id])
    }
    return one(ctx, row)
  },
  async setStatus(ctx, ids, status) {
    await takeTurn(ctx)
    const set = await plain.setStatus(ctx, ids, status)
    const { rows } =
      await sql<Held>`select id, name, level, org_id, model_id, group_id, revision, status
      from json_document where id = any(${[...set]}::uuid[])`.execute(ctx.db)
    await requireFew(ctx, 'jsonDocument', rows)
    await lookAgain(ctx, set)
    return set
  },
  async remove(ctx, ids) {
    const gone = await plain.remove(ctx, ids)
    const { rows } = await sql<{ name: string }>`select name from json_document
      where id = any(${[...gone]}::uuid[]) and revision is not null and status = 1 limit 1`.execute(
      ctx.db,
    )
    const [active] = rows
    if (active) throw new Refusal(codes.warning, 'json.activeStays', { params: active })
    return gone
  },
}

type Held = Placed & Pick<Kept, 'name' | 'revision' | 'status'>

/** Who changes what waits for a second person takes that back. */
export const unasked = (before: Pick<Kept, 'state' | 'revision'>) =>
  before.state === 'PENDING_APPROVAL' ? { state: stateBefore(before), ...notAsked } : {}

/** What says again what is in force is nobody's draft: who changes it from now on starts anew. */
export async function letGo({ db }: Pick<Context, 'db'>, id: string): Promise<void> {
  await sql`update json_document own set editors = '{}' from json_document_row said
    where said.id = own.id and own.id = ${id} and own.revision is not null and own.asked_for is null
      and not said.is_changed and own.editors <> '{}'`.execute(db)
}

/** A document that waits for nobody. */
export const notAsked = { askedBy: null, askedFor: null } as const

/** What a document is that does not wait for a second person any more. */
export const stateBefore = ({ revision }: Pick<Kept, 'revision'>): JsonState =>
  revision === null ? 'DRAFT' : 'PUBLISHED'

/** The terminals of documents that are in force, or were just now, are looked at by a worker. */
export async function lookAgain(
  { db }: Pick<Context, 'db'>,
  ids: readonly string[],
): Promise<void> {
  await sql`insert into param_change (level, target_id)
    select level, case level when 'MODEL' then id else target_id end from json_document
    where id = any(${[...ids]}::uuid[]) and revision is not null`.execute(db)
}

interface Target {
  readonly level: JsonLevel
  readonly orgId: string | null
  readonly modelId: string | null
  readonly groupId: string | null
  readonly deviceId: string | null
}

/** A target with nothing but what its level names, and whose it is. */
async function requireTarget({ db }: Pick<Context, 'db'>, { level, ...given }: Target) {
  const nothing = { modelId: null, groupId: null, deviceId: null }
  if (level === 'ORG' || level === 'MODEL') {
    if (given.orgId === null) throw fieldRefusal('orgId', 'rule.required')
    if (level === 'ORG') return { ...nothing, level, orgId: given.orgId }
    if (given.modelId === null) throw fieldRefusal('modelId', 'rule.required')
    return { ...nothing, level, orgId: given.orgId, modelId: given.modelId }
  }
  const field = level === 'GROUP' ? 'groupId' : 'deviceId'
  const id = given[field]
  if (id === null) throw fieldRefusal(field, 'rule.required')
  const { rows } = await sql<{ orgId: string }>`select org_id
    from ${sql.table(level === 'GROUP' ? 'deviceGroup' : 'device')} where id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw fieldRefusal(field, 'rule.unknownRecord')
  return { ...nothing, level, orgId: row.orgId, [field]: id }
}

const isSameTarget = (before: Kept, target: Target): boolean =>
  (before.level === 'ORG' || before.level === 'MODEL' ? before.orgId === target.orgId : true) &&
  before.modelId === target.modelId &&
  before.groupId === target.groupId &&
  before.deviceId === target.deviceId

async function one(ctx: Context, row: Kept): Promise<Shown> {
  const [only] = await shown(ctx, [row])
  if (!only) throw new Error('a document was lost while it was counted')
  return only
}

async function shown(ctx: Context, rows: readonly Kept[]): Promise<Shown[]> {
  const counts = await countTargets(ctx, rows)
  const progress = await progressOf(
    ctx,
    rows.map(({ id }) => id),
  )
  return rows.map(({ document: _, sealed: __, schema, ...row }) => ({
    ...row,
    level: levelOf(row),
    kind: jsonKinds.find((kind) => kind === row.kind) ?? 'OTHER',
    mergeMode: row.mergeMode === 'REPLACE' ? 'REPLACE' : 'MERGE',
    state: jsonStates.find((state) => state === row.state) ?? 'DRAFT',
    askedFor: row.askedFor === 'PUBLISH' || row.askedFor === 'WITHDRAW' ? row.askedFor : null,
    options: paramDelivery().parse(row.options),
    isChanged: row.isChanged ?? true,
    hasSchema: schema !== null,
    orgName: row.orgName ?? '',
    targetName: row.targetName ?? '',
    deviceCount: counts.get(row.id) ?? 0,
    ...(progress.get(row.id) ?? noProgress),
  }))
}

const noProgress = { syncedCount: 0, pendingCount: 0, failedCount: 0 } as const

/** The level of a document as the contract knows it. */
export function levelOf({ level }: { readonly level: string }): JsonLevel {
  const known = jsonLevels.find((one) => one === level)
  if (!known) throw new Error(`no document is of level ${level}`)
  return known
}
