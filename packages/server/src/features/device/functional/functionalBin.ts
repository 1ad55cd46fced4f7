import {
  type Functional,
  type FunctionalLevel,
  type FunctionalSettings,
  functionalPath,
  functionalLevels,
  functionals,
  type ParsedOf,
} from '@muster/contract'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { type Bin, recycleBin } from '../../../kit/recycleBin.ts'
import { naming } from '../../../kit/references.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import type { Stored } from '../../../kit/record.ts'
import { deviceScope, modelScope } from '../deviceScope.ts'
import { inForcePath } from '../paths.ts'
import { countTargets, readSettings, seal, unseal } from './functional.queries.ts'
import {
  faultOfSettings,
  faultOfTarget,
  isSame,
  passwordsOf,
  settingsOf,
  type Target,
  targetOf,
} from './functional.rules.ts'
import { functionalScope } from './functionalScope.ts'

/** The records as the table has them: settings in one document. */
export const plain = naming(recycleBin(functionalPath, 'functional', functionalScope), [
  { field: 'modelId', to: 'model', scope: modelScope },
  // Before its organisation: who names a group that he does not see has named no organisation.
  { field: 'groupId', to: 'deviceGroup', scope: organizationsBy('orgId') },
  { field: 'orgId', to: 'organization', scope: organizationsBy('id') },
  { field: 'deviceId', to: 'device', scope: deviceScope },
])
type Kept = Awaited<ReturnType<typeof plain.find>>

type Written = ParsedOf<(typeof functionals)['add']>['body']
type Shown = Omit<Functional, 'status' | 'createdAt' | 'updatedAt' | 'publishedAt'> &
  Stored &
  Pick<Kept, 'createdAt' | 'updatedAt' | 'deletedAt' | 'publishedAt'>

/** Profiles as the form has them: each setting a member of its own, passwords told to nobody. */
export const functionalBin: Bin<Shown, Written> = {
  ...plain,
  find: async (ctx, id) => one(ctx, await plain.find(ctx, id)),
  show: async (ctx, rows) => shown(ctx, await plain.show(ctx, rows)),
  async add(ctx, values) {
    const target = await requireTarget(ctx, values)
    requireSettings(values)
    const { name, remark } = values
    const settings = JSON.stringify(settingsOf(values))
    const row = await plain.add(ctx, { name, remark, ...target, settings })
    return one(ctx, await keepPasswords(ctx, row, values))
  },
  async update(ctx, values) {
    // Each update call brings the whole form.
    const form = functionals.update.schemas.body.parse(values)
    requireSettings(form)
    const before = await plain.find(ctx, values.id)
    const target = await requireTarget(ctx, { ...form, ...ownerOf(before, form) })
    if (before.revision !== null && !isSameTarget(before, target))
      throw fieldRefusal('level', 'functional.fixedTarget')
    const { name, remark, id, version } = form
    const settings = JSON.stringify(settingsOf(form))
    const row = await plain.update(ctx, { id, version, name, remark, ...target, settings })
    return one(ctx, await keepPasswords(ctx, row, form))
  },
  setStatus: (ctx, ids, status) => telling(ctx, plain.setStatus(ctx, ids, status)),
  remove: (ctx, ids) => telling(ctx, plain.remove(ctx, ids)),
  revert: (ctx, ids) => telling(ctx, plain.revert(ctx, ids)),
}

/** What is in force comes or goes: the gateways tell the terminals that it was for. */
async function telling(
  ctx: Context,
  changed: Promise<readonly string[]>,
): Promise<readonly string[]> {
  const ids = await changed
  tellInForce(ctx, ids)
  return ids
}

/** The gateways tell the terminals of these profiles, at their pace. */
export function tellInForce(ctx: Context, ids: readonly string[]): void {
  if (ids.length > 0) ctx.changed(inForcePath, ids)
}

function requireSettings(values: FunctionalSettings): void {
  const fault = faultOfSettings(values)
  if (fault) throw fieldRefusal(fault.field, fault.says)
}

/** Whose terminals it is for; those of everybody are for those to choose who see everything. */
async function requireTarget(ctx: Context, given: Target): Promise<Target> {
  const target = targetOf(given)
  const fault = faultOfTarget(target)
  if (fault) throw fieldRefusal(fault.field, fault.says)
  if (target.level === 'PLATFORM' && !ctx.principal.scope.all)
    throw fieldRefusal('level', 'functional.platformOnly')
  if (target.level === 'GROUP') return { ...target, orgId: await organizationOfGroup(ctx, target) }
  if (target.level !== 'DEVICE') return target
  return { ...target, orgId: given.orgId ?? (await organizationOf(ctx, target.deviceId)) }
}

/** A profile of one terminal stays with the organisation that it was made in. */
const ownerOf = (before: Kept, { deviceId }: Target) =>
  before.level === 'DEVICE' && before.deviceId === deviceId ? { orgId: before.orgId } : {}

async function organizationOf({ db }: Context, deviceId: string | null): Promise<string> {
  const device = await db
    .selectFrom('device')
    .select('orgId')
    .where('id', '=', deviceId)
    .executeTakeFirst()
  if (!device) throw fieldRefusal('deviceId', 'rule.unknownRecord')
  return device.orgId
}

/** A profile of a group belongs to whom the group belongs to. */
async function organizationOfGroup({ db }: Context, { groupId }: Target): Promise<string> {
  const group = await db
    .selectFrom('deviceGroup')
    .select('orgId')
    .where('id', '=', groupId)
    .executeTakeFirst()
  if (!group) throw fieldRefusal('groupId', 'rule.unknownRecord')
  return group.orgId
}

const isSameTarget = (before: Kept, target: Target): boolean =>
  before.level === target.level &&
  before.orgId === target.orgId &&
  before.modelId === target.modelId &&
  before.groupId === target.groupId &&
  before.deviceId === target.deviceId

/** Seals what was typed; what was not stays as it is sealed. */
async function keepPasswords(ctx: Context, row: Kept, form: FunctionalSettings): Promise<Kept> {
  const { id } = row
  const kept = unseal(ctx.platform, id, row.sealed)
  const wanted = passwordsOf(form, kept)
  if (isSame(kept, wanted)) return row
  const sealed = seal(ctx, id, wanted)
  await ctx.db.updateTable('functional').set({ sealed }).where('id', '=', id).execute()
  return plain.find(ctx, id)
}

async function one(ctx: Context, row: Kept): Promise<Shown> {
  const [only] = await shown(ctx, [row])
  if (!only) throw new Error('a profile was lost while it was counted')
  return only
}

async function shown(ctx: Context, rows: readonly Kept[]): Promise<Shown[]> {
  const targets = rows.map((row) => ({ ...row, level: levelOf(row) }))
  const counts = await countTargets(ctx, targets)
  return rows.map(({ settings, sealed: _, publishedSettings: __, ...row }) => ({
    ...row,
    ...readSettings(settings),
    level: levelOf(row),
    isChanged: row.isChanged ?? true,
    state: row.state === 'PUBLISHED' ? 'PUBLISHED' : 'DRAFT',
    settingCount: typeof settings === 'object' && settings ? Object.keys(settings).length : 0,
    deviceCount: counts.get(row.id) ?? 0,
  }))
}

/** The level of a profile as the contract knows it. */
export function levelOf({ level }: { readonly level: string }): FunctionalLevel {
  const known = functionalLevels.find((one) => one === level)
  if (!known) throw new Error(`no profile is of level ${level}`)
  return known
}
