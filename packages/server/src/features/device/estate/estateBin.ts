import { codes, deviceLife, devicesPath } from '@muster/contract'
import { mayCall } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import type { NewRecord, StoredRow } from '../../../kit/record.ts'
import { type Bin, recycleBin } from '../../../kit/recycleBin.ts'
import { naming } from '../../../kit/references.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { tellOwners } from '../../../kit/tellOwners.ts'
import { organizationsBy } from '../../../access/scope.ts'
import { translate } from '../../../platform/texts.ts'
import { holdPlaces, requireRoom } from '../../organization/index.ts'
import { followsSerialNumberRule } from '../../vendor/index.ts'
import { namedTwice, storedAttributes } from '../attributes.rules.ts'
import { holdItems, resumeItems } from '../command/command.queries.ts'
import { deviceScope, modelScope } from '../deviceScope.ts'
import { noteGiven } from '../life/noteGiven.ts'
import { settingsPath } from '../paths.ts'
import { announceCounts } from '../station/announceStations.ts'
import { isInLine } from '../station/station.queries.ts'
import { stationScope } from '../station/stationScope.ts'
import {
  factsOf,
  findUnclaimed,
  homesOf,
  isRootOrganization,
  placesOf,
  ruleOf,
  unremovable,
} from './device.queries.ts'
import { faultOfWarranty, lifecycleAfterMove, lifecycleIn, lockedMember } from './estate.rules.ts'

const named = naming(recycleBin(devicesPath, 'device', deviceScope), [
  { field: 'modelId', to: 'model', scope: modelScope },
  { field: 'orgId', to: 'organization', scope: organizationsBy('id') },
  { field: 'stationId', to: 'station', scope: stationScope },
])

/** Its vendor is its model's. */
type NewTerminal = Omit<NewRecord<'device'>, 'vendorId'>

/** The bin of terminals with the rules of their life cycle, serial numbers and quotas. */
export const estateBin: Bin<StoredRow<'device'>, NewTerminal> = {
  ...named,
  async add(ctx, said) {
    requireSense(ctx, said)
    const values = storedAttributes(said)
    await holdPlaces(ctx, [values.orgId])
    const isRoot = await isRootOrganization(ctx, values.orgId)
    const vendorId = await requireRule(ctx, values)
    const all = { ...values, vendorId, lifecycle: lifecycleIn({ isRoot }) }
    // A terminal that knocked before it was announced is claimed by its announcement.
    const unclaimed = await findUnclaimed(ctx, values.sn)
    const row = unclaimed
      ? await named.update(ctx, { ...all, ...unclaimed })
      : await named.add(ctx, all)
    await requireRoom(ctx, [values.orgId])
    await requireStationInLine(ctx, row)
    return row
  },
  async update(ctx, said) {
    requireSense(ctx, said)
    const values = storedAttributes(said)
    if (values.orgId) await holdPlaces(ctx, [values.orgId])
    const before = await factsOf(ctx, values.id)
    const { sn, modelId, orgId } = { ...before, ...values }
    const after = { sn, tid: values.tid || null, modelId, orgId }
    const locked = lockedMember(before, after)
    if (locked) throw fieldRefusal(locked, lockedText(ctx, before.lifecycle))
    if (
      after.modelId === before.modelId &&
      after.sn === before.sn &&
      after.orgId === before.orgId
    ) {
      const row = await named.update(ctx, values)
      if (row.stationId !== before.stationId) {
        await requireStationInLine(ctx, row)
        ctx.changed(settingsPath, [values.id], [row.orgId])
        announceCounts(ctx, [before.stationId, row.stationId], row.orgId)
      }
      return row
    }
    const isMoved = after.orgId !== before.orgId
    if (isMoved && !mayCall(ctx.principal, deviceLife.move.permission))
      throw fieldRefusal('orgId', 'device.moveForbidden')
    const vendorId = await requireRule(ctx, after)
    const isRoot = await isRootOrganization(ctx, after.orgId)
    const lifecycle = lifecycleAfterMove(before.lifecycle, { isRoot })
    const stationId = values.stationId ?? null
    if (stationId !== null) await requireStationInLine(ctx, { stationId, orgId: after.orgId })
    const row = await named.update(ctx, { ...values, vendorId, lifecycle })
    await requireRoom(ctx, [after.orgId])
    if (isMoved) await noteGiven(ctx, [{ ...row, from: before.lifecycle }])
    ctx.changed(settingsPath, [values.id], [after.orgId])
    return row
  },
  async setStatus(ctx, ids, status) {
    const set = await named.setStatus(ctx, ids, status)
    if (set.length === 0) return set
    if (status === 0) await holdItems(ctx, set)
    else await enable(ctx, set)
    return set
  },
  async remove(ctx, ids) {
    const gone = await named.remove(ctx, ids)
    const odd = await unremovable(ctx, gone)
    if (odd) {
      const params = { state: translate(ctx.language, `device.lifecycle.${odd.lifecycle}`) }
      throw new Refusal(codes.warning, 'device.notRemovable', { params })
    }
    return gone
  },
  async revert(ctx, ids) {
    if (ids !== 'all') await holdPlaces(ctx, await placesOf(ctx, ids))
    const back = await named.revert(ctx, ids)
    await requireRoom(ctx, await placesOf(ctx, back))
    return back
  },
}

type Said = Parameters<typeof faultOfWarranty>[0] & { readonly attributes?: unknown }

function requireSense({ language }: Context, values: Said): void {
  const twice = namedTwice(values.attributes)
  if (twice !== null)
    throw fieldRefusal('attributes', translate(language, 'rule.attributeTwice', { name: twice }))
  const fault = faultOfWarranty(values)
  if (fault) throw fieldRefusal(fault.field, fault.says)
}

/** A terminal stands at a station of its own organisation, or of one above or below it. */
async function requireStationInLine(
  ctx: Context,
  { stationId, orgId }: { readonly stationId: string | null; readonly orgId: string },
): Promise<void> {
  if (stationId === null || (await isInLine(ctx, stationId, orgId))) return
  throw fieldRefusal('stationId', 'station.otherBranch')
}

/** Its gateway tells a terminal that is enabled its settings, and sends what has waited. */
async function enable(ctx: Context, ids: readonly string[]): Promise<void> {
  await resumeItems(ctx, ids)
  tellOwners(ctx, settingsPath, await homesOf(ctx, ids))
}

const lockedText = (ctx: Context, lifecycle: string): string =>
  translate(ctx.language, 'rule.locked', {
    state: translate(ctx.language, `device.lifecycle.${lifecycle}`),
  })

/** The serial number follows the rule of its model, else of the model's vendor. Answers the vendor. */
async function requireRule(
  ctx: Context,
  { modelId, sn }: { readonly modelId: string; readonly sn: string },
): Promise<string> {
  const model = await ruleOf(ctx, modelId)
  if (!model) throw fieldRefusal('modelId', 'rule.unknownRecord')
  if (!followsSerialNumberRule(sn, model)) throw fieldRefusal('sn', 'rule.serialNumber')
  return model.vendorId
}
