import { deviceLife, mostTags, tag, type TextKey } from '@muster/contract'
import { mayCall } from '../../../../access/principal.ts'
import type { Context } from '../../../../kit/context.ts'
import { translate } from '../../../../platform/texts.ts'
import { holdPlaces, type Quota, quotasOver, takesPlace } from '../../../organization/index.ts'
import type { ReadyRow, RowFault, Taken } from '../../../transfer/index.ts'
import { followsSerialNumberRule } from '../../../vendor/index.ts'
import { holdLabels } from '../../membership/keeping.queries.ts'
import { faultOfWarranty, lifecycleAfterMove, lifecycleIn, lockedMember } from '../estate.rules.ts'
import {
  type DeviceFields,
  devicesUnder,
  holdersOf,
  homeMark,
  homesOf,
  type KnownDevice,
  type ModelOf,
  modelsOf,
  organizationsOf,
  placesUnder,
  type WantedDevice,
} from './estateRows.queries.ts'
import { type NamedLabels, namedLabels, saidLabels, wantedLabels } from './sheetLabels.ts'

/** A row with the terminal it makes, or why it makes none. */
export type JudgedRow =
  | { readonly row: ReadyRow; readonly fault: RowFault }
  | { readonly row: ReadyRow; readonly wanted: WantedDevice; readonly before: KnownDevice | null }

/** Everything that rows are judged by, read in a few queries. */
interface Facts {
  readonly known: ReadonlyMap<string, KnownDevice>
  readonly models: ReadonlyMap<string, ModelOf>
  readonly places: ReadonlyMap<string, { readonly isRoot: boolean }>
  readonly holders: ReadonlyMap<string, string>
  readonly quotas: ReadonlyMap<string, readonly Quota[]>
  /** Stations, each with an organisation whose terminals may be there. */
  readonly homes: ReadonlySet<string>
  readonly labels: NamedLabels
}

/**
 * What rows make of the estate, by the rules of the form: serial numbers, what a terminal's state
 * locks, terminal ids that others have, quotas. `taken` holds what earlier rows would take.
 */
export async function judgeRows(
  ctx: Context,
  rows: readonly ReadyRow[],
  taken: Taken,
): Promise<JudgedRow[]> {
  const sns = rows.map(snOf)
  const words = rows.flatMap(({ values }) => saidLabels(values) ?? [])
  // Before places and terminals: nobody who holds those waits for it.
  const saysLabels = rows.some(({ values }) => saidLabels(values) !== null)
  if (saysLabels) await holdLabels(ctx.db)
  // The quotas' locks come before the terminals', as with everybody who brings terminals in.
  const named = rows.flatMap(({ values: { orgId } }) => textOf(orgId) ?? [])
  await holdPlaces(ctx, [...named, ...(await placesUnder(ctx, sns))])
  const known = new Map((await devicesUnder(ctx, sns, saysLabels)).map((one) => [one.sn, one]))
  const drafts = rows.map((row) => ({ row, before: known.get(snOf(row)) ?? null }))
  const wishes = drafts.map(({ row, before }) => fieldsOf(row, before))
  const orgIds = [...wishes, ...known.values()].map(({ orgId }) => orgId)
  const facts: Facts = {
    known,
    models: await modelsOf(ctx, unique(wishes.map(({ modelId }) => modelId))),
    places: await organizationsOf(ctx, unique(orgIds)),
    holders: await holdersOf(ctx, unique(wishes.flatMap(({ tid }) => tid ?? []))),
    quotas: await quotasOver(ctx, unique(orgIds)),
    homes: await homesOf(ctx, wishes),
    labels: await namedLabels(ctx, unique(words)),
  }
  return drafts.map(({ row, before }) => judge(ctx, { row, before, facts, taken }))
}

const unique = (ids: readonly string[]): string[] => [...new Set(ids)]

/** The key as serial numbers are written. */
const snOf = ({ key }: ReadyRow): string => key.toUpperCase()

/** The terminal as it is with what the row says of it. */
function fieldsOf({ key, values }: ReadyRow, before: KnownDevice | null): DeviceFields {
  const said: Readonly<Record<string, unknown>> = { ...before, ...values }
  const text = (field: keyof DeviceFields) => textOf(said[field])
  return {
    sn: key.toUpperCase(),
    modelId: text('modelId') ?? '',
    orgId: text('orgId') ?? '',
    name: text('name'),
    tid: text('tid'),
    mid: text('mid'),
    stationId: text('stationId'),
    imei: text('imei'),
    imei2: text('imei2'),
    mac: text('mac'),
    iccid: text('iccid'),
    iccid2: text('iccid2'),
    batchNo: text('batchNo'),
    purchaseOrder: text('purchaseOrder'),
    warrantyStart: text('warrantyStart'),
    warrantyMonths: numberOf(said, 'warrantyMonths'),
    remark: text('remark'),
    tags: tagsIn(said),
  }
}

const numberOf = (
  said: Readonly<Record<string, unknown>>,
  field: keyof DeviceFields,
): number | null => {
  const value = said[field]
  return typeof value === 'number' ? value : null
}

/** In one order: a sheet that names the same ones in another says the same. */
const tagsIn = ({ tags }: Readonly<Record<string, unknown>>): readonly string[] =>
  Array.isArray(tags) ? [...new Set(tags.map(String))].toSorted() : []

/** Why these are no tags, or not for this caller to set; null: nothing is wrong. */
function faultOfTags(
  { principal }: Context,
  tags: readonly string[],
  before: readonly string[],
): { readonly says: TextKey; readonly params?: Readonly<Record<string, number>> } | null {
  if (areSame(tags, before)) return null
  if (!mayCall(principal, deviceLife.tagMany.permission)) return { says: 'device.tagsForbidden' }
  if (!tags.every((one) => tag().safeParse(one).success)) return { says: 'device.noTag' }
  return tags.length > mostTags ? { says: 'device.tooManyTags', params: { limit: mostTags } } : null
}

/** Whether the same tags are named. */
export const areSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.toSorted().join(',') === others.toSorted().join(',')

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null

interface Case {
  readonly row: ReadyRow
  readonly before: KnownDevice | null
  readonly facts: Facts
  readonly taken: Taken
}

function judge(ctx: Context, { row, before, facts, taken }: Case): JudgedRow {
  const refused = (field: string, key: string, params = {}): JudgedRow => ({
    row,
    fault: { field, message: translate(ctx.language, key, params) },
  })
  // A terminal that knocked before it was announced is claimed by its announcement.
  const isClaimed = before?.lifecycle === 'UNCLAIMED' && before.isMine && !before.isBinned
  if (row.targetId === null && before && !isClaimed) return refused('sn', 'rule.taken')
  if (row.targetId !== null && !before) return refused('sn', 'rule.unknownRecord')
  const fields = fieldsOf(row, before)
  const model = facts.models.get(fields.modelId)
  const place = facts.places.get(fields.orgId)
  if (!model) return refused('modelId', 'rule.unknownRecord')
  if (!place) return refused('orgId', 'rule.unknownRecord')
  const isNew = before === null || isClaimed
  const locked = isNew ? null : lockedMember(before, fields)
  if (locked && before) {
    const state = translate(ctx.language, `device.lifecycle.${before.lifecycle}`)
    return refused(locked, 'rule.locked', { state })
  }
  if (isGiven({ wanted: fields, before }) && !mayCall(ctx.principal, deviceLife.move.permission))
    return refused('orgId', 'device.moveForbidden')
  if ((isNew || fields.modelId !== before.modelId) && !followsSerialNumberRule(fields.sn, model))
    return refused('sn', 'rule.serialNumber')
  const fault = faultOfWarranty(fields)
  if (fault) return refused(fault.field, fault.says)
  const ill = faultOfTags(ctx, fields.tags, before?.tags ?? [])
  if (ill) return refused('tags', ill.says, ill.params)
  const marks = wantedLabels(ctx, saidLabels(row.values), { named: facts.labels, before })
  if ('says' in marks) return refused('labels', marks.says, marks.params)
  if (fields.stationId !== null && !facts.homes.has(homeMark(fields)))
    return refused('stationId', 'station.otherBranch')
  if (!isTidFree(fields, facts, taken)) return refused('tid', 'rule.taken')
  const lifecycle = isNew ? lifecycleIn(place) : stateAfter(before, fields, place)
  const wanted = { ...fields, vendorId: model.vendorId, lifecycle, labels: marks.ids }
  const full = takePlace({ wanted, before: isNew ? null : before, quotas: facts.quotas, taken })
  if (full) return refused('orgId', 'device.quotaReached', { name: full.name, limit: full.limit })
  if (fields.tid) taken.set(tidMark(fields.tid), 1)
  return { row, wanted, before }
}

/** Whether it goes to another organisation; what is announced only now was nobody's. */
export const isGiven = ({
  wanted,
  before,
}: Pick<Moving, 'before'> & { readonly wanted: DeviceFields }): boolean =>
  before !== null && before.lifecycle !== 'UNCLAIMED' && before.orgId !== wanted.orgId

const stateAfter = (
  before: KnownDevice,
  after: DeviceFields,
  place: { isRoot: boolean },
): string =>
  after.orgId === before.orgId ? before.lifecycle : lifecycleAfterMove(before.lifecycle, place)

const tidMark = (tid: string): string => `tid ${tid}`

/** No living terminal has it but this one, and no row before. */
function isTidFree({ tid, sn }: DeviceFields, { holders }: Facts, taken: Taken): boolean {
  if (tid === null) return true
  const holder = holders.get(tid)
  return (holder === undefined || holder === sn) && !taken.has(tidMark(tid))
}

interface Moving {
  readonly wanted: WantedDevice
  readonly before: KnownDevice | null
  readonly quotas: Facts['quotas']
  readonly taken: Taken
}

/** Takes a place under every quota above that the terminal does not have yet; the full one where it cannot. */
function takePlace({ wanted, before, quotas, taken }: Moving): Quota | null {
  const over = ({ orgId, lifecycle }: { orgId: string; lifecycle: string }) =>
    takesPlace(lifecycle) ? (quotas.get(orgId) ?? []) : []
  const held = new Set(before ? over(before).map(({ id }) => id) : [])
  const needed = over(wanted).filter(({ id }) => !held.has(id))
  const full = needed.find(({ id, used, limit }) => used + (taken.get(id) ?? 0) >= limit)
  if (full) return full
  for (const { id } of needed) taken.set(id, (taken.get(id) ?? 0) + 1)
  return null
}
