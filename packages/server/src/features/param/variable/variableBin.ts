import { codes, type ParsedOf, type Variable, variables, variablesPath } from '@muster/contract'
import { sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import type { Stored } from '../../../kit/record.ts'
import { type Bin, holding, recycleBin } from '../../../kit/recycleBin.ts'
import { naming } from '../../../kit/references.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { isPattern, matchesPattern } from '../../../platform/pattern.ts'
import { nameableApps } from '../../app/index.ts'
import { deviceScope } from '../../device/index.ts'
import { holdFile, letGoFiles, storedFile } from '../../file/upload/index.ts'
import { refuseBrokenVariables } from '../rule/trial.ts'
import type { Target } from './resolve.rules.ts'
import { requireStanding } from './standing.ts'
import { oneByOne, patternsOf } from './standing.queries.ts'
import { countUses, sealVariable } from './variable.queries.ts'
import { faultOfVariable, namesIn, targetOf } from './variable.rules.ts'
import { variableScope } from './variableScope.ts'

type Coded = Pick<Variable, 'type' | 'level' | 'deliver'>
const usedBy = 'variable'
const mostFileBytes = 2 * 1024 * 1024

/** The records as the table has them. */
const plain = naming(holding<Coded>()(recycleBin(variablesPath, 'globalParam', variableScope)), [
  { field: 'stationId', to: 'station', scope: organizationsBy('orgId') },
  { field: 'deviceId', to: 'device', scope: deviceScope },
  { field: 'orgId', to: 'organization', scope: organizationsBy('id') },
  { field: 'appId', to: 'app', scope: nameableApps },
])
type Kept = Awaited<ReturnType<typeof plain.find>>
type Written = ParsedOf<(typeof variables)['add']>['body']
type Shown = Omit<Variable, 'status' | 'createdAt' | 'updatedAt'> &
  Stored &
  Pick<Kept, 'createdAt' | 'updatedAt' | 'deletedAt'>

/** Variables as forms have them: secrets are told to nobody. */
export const variableBin: Bin<Shown, Written> = {
  ...plain,
  find: async (ctx, id) => one(ctx, await plain.find(ctx, id)),
  show: async (ctx, rows) => shown(ctx, await plain.show(ctx, rows)),
  async add(ctx, values) {
    await oneByOne(ctx)
    const target = await ownedTarget(ctx, values)
    await requireGood(ctx, { ...values, ...target }, null)
    const made = await plain.add(ctx, { ...columnsOf(values), ...target })
    return settle(ctx, made, values)
  },
  async update(ctx, values) {
    // Each update call brings the whole form.
    const form = variables.update.schemas.body.parse(values)
    await oneByOne(ctx)
    const before = await plain.find(ctx, values.id)
    requireSame(before, form)
    await requireGood(ctx, form, before)
    const { id, version } = form
    const made = await plain.update(ctx, { id, version, ...columnsOf(form), ...kept(before, form) })
    return settle(ctx, made, {
      ...form,
      secretValue: form.secretValue ?? becomingSecret(before, form),
    })
  },
  async setStatus(ctx, ids, status) {
    await oneByOne(ctx)
    return standing(ctx, plain.setStatus(ctx, ids, status))
  },
  async remove(ctx, ids) {
    await oneByOne(ctx)
    return standing(ctx, plain.remove(ctx, ids))
  },
  async revert(ctx, ids) {
    await oneByOne(ctx)
    return standing(ctx, plain.revert(ctx, ids))
  },
  async destroy(ctx, ids) {
    const gone = await plain.destroy(ctx, ids)
    await letGoFiles(ctx, usedBy, gone)
    return gone
  },
}

async function standing(ctx: Context, changed: Promise<readonly string[]>) {
  const ids = await changed
  await requireStanding(ctx, ids)
  await refuseBrokenVariables(ctx, ids)
  return ids
}

/** Whose it is, with the organisation in which that is. */
async function ownedTarget(ctx: Context, given: Target): Promise<Target> {
  const target = targetOf(given)
  if (target.level === 'PLATFORM' && !ctx.principal.scope.all)
    throw fieldRefusal('level', 'variable.platformOnly')
  if (target.stationId === null && target.deviceId === null) return target
  const { rows } = await sql<{
    orgId: string
  }>`select org_id from station where id = ${target.stationId}
    union all select org_id from device where id = ${target.deviceId}`.execute(ctx.db)
  const field = target.level === 'STATION' ? 'stationId' : 'deviceId'
  if (!rows[0]) throw fieldRefusal(field, 'rule.unknownRecord')
  return { ...target, orgId: rows[0].orgId }
}

/** What values and other variables know it by stays. */
function requireSame(before: Kept, form: Written): void {
  const now = targetOf(form)
  const fields = ['key', 'level', 'appId', 'stationId', 'deviceId'] as const
  const isMoved = now.level === 'ORG' && before.orgId !== now.orgId
  if (isMoved || fields.some((field) => before[field] !== { ...now, key: form.key }[field]))
    throw new Refusal(codes.warning, 'variable.fixed')
}

const kept = ({ orgId }: Kept, form: Written): Target => ({ ...targetOf(form), orgId })

/** A plain value is sealed as soon as it is to be secret. */
const becomingSecret = (before: Kept, { type }: Written): string | null =>
  type === 'SECRET' && before.type === 'TEXT' ? before.value : null

async function requireGood(ctx: Context, form: Written, before: Kept | null): Promise<void> {
  // A plain member of the call is kept in logs: a secret must not come by it.
  if (form.type === 'SECRET' && form.value !== null && form.value !== before?.value)
    throw fieldRefusal('value', 'paramDict.typeAsSecret')
  const hasSecret = before !== null && (before.sealed !== null || before.type === 'TEXT')
  const fault = faultOfVariable({ ...form, value: null }, hasSecret, isPattern)
  if (fault) throw fieldRefusal(fault.field, fault.key, fault.params)
  if (form.type === 'SECRET' && form.secretValue) await requireSecretMatches(ctx, form)
  if (form.type !== 'FILE' || form.fileId === null || form.fileId === before?.fileId) return
  const { bytes } = await storedFile(ctx, { field: 'fileId', id: form.fileId, type: 'param' })
  if (bytes > mostFileBytes) throw fieldRefusal('fileId', 'variable.tooLarge')
}

async function requireSecretMatches(ctx: Context, form: Written): Promise<void> {
  const own = form.level === 'PLATFORM' && form.pattern ? [form.pattern] : []
  for (const pattern of [...own, ...(await patternsOf(ctx, form))])
    if (!matchesPattern(pattern, form.secretValue ?? ''))
      throw fieldRefusal('secretValue', 'variable.otherPattern', { pattern })
}

/** What a form says, as the columns have it; secrets are sealed when the record has its id. */
function columnsOf({ key, type, value, fileId, pattern, level, deliver, remark }: Written) {
  const text = type === 'TEXT' ? (value ?? '') : null
  return {
    key,
    type,
    value: text,
    fileId: type === 'FILE' ? fileId : null,
    names: text === null ? [] : namesIn(text),
    pattern: level === 'PLATFORM' ? pattern || null : null,
    deliver,
    remark,
    ...(type !== 'SECRET' && { sealed: null }),
  }
}

/** Seals, holds its file, and looks whether everything still stands. */
async function settle(ctx: Context, row: Kept, form: Written): Promise<Shown> {
  const { id, key, type, fileId } = row
  if (type === 'SECRET' && form.secretValue !== null)
    await ctx.db
      .updateTable('globalParam')
      .set({ sealed: sealVariable(ctx.platform, id, form.secretValue) })
      .where('id', '=', id)
      .execute()
  await holdFile(
    ctx,
    { usedBy, usedId: id, name: key },
    { field: 'fileId', id: fileId, type: 'param' },
  )
  await requireStanding(ctx, [id])
  await refuseBrokenVariables(ctx, [id])
  return one(ctx, await plain.find(ctx, id))
}

async function one(ctx: Context, row: Kept): Promise<Shown> {
  const [only] = await shown(ctx, [row])
  if (!only) throw new Error('a variable was lost while it was counted')
  return only
}

async function shown(ctx: Context, rows: readonly Kept[]): Promise<Shown[]> {
  const counts = await countUses(
    ctx,
    rows.map(({ key }) => key),
  )
  return rows.map(({ sealed, names: _, ...row }) => ({
    ...row,
    secretValue: null,
    hasSecret: sealed !== null,
    references: counts.get(row.key) ?? 0,
  }))
}
