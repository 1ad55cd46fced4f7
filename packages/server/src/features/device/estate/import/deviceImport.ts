import { classificationsPath, devicesPath } from '@muster/contract'
import type { Context } from '../../../../kit/context.ts'
import { tellOwners } from '../../../../kit/tellOwners.ts'
import type { ReadyRow, RowEnd, SetWriter } from '../../../transfer/index.ts'
import { translate } from '../../../../platform/texts.ts'
import { noteGiven } from '../../life/noteGiven.ts'
import {
  addDevices,
  changeDevices,
  type KnownDevice,
  type WantedDevice,
} from './estateRows.queries.ts'
import { areSame, isGiven, type JudgedRow, judgeRows } from './judgeRows.ts'
import { giveLabels } from './sheetLabels.ts'

type Good = Extract<JudgedRow, { readonly wanted: WantedDevice }>

/** Terminals out of a sheet: some statements for a thousand rows, by the rules of the form. */
export const deviceImport: SetWriter = {
  async judge(ctx, rows, { taken }) {
    return (await judgeRows(ctx, rows, taken)).map((judged) =>
      'fault' in judged ? refused(judged.row, judged) : endOf(judged, judged.before?.id),
    )
  },
  async write(ctx, rows) {
    const judged = await judgeRows(ctx, rows, new Map())
    const good = judged.filter((one): one is Good => 'wanted' in one)
    const added = await addDevices(
      ctx,
      good.filter(({ before }) => before === null).map(({ wanted }) => wanted),
    )
    await changeDevices(
      ctx,
      good.flatMap((one) =>
        one.before && !isSame(one) ? [{ ...one.wanted, id: one.before.id }] : [],
      ),
    )
    await noteGiven(
      ctx,
      good.flatMap((one) => (one.before && isGiven(one) ? [givenBy(one.wanted, one.before)] : [])),
    )
    await label(ctx, good, added)
    announce(ctx, good, added)
    return judged.map((one) => {
      if ('fault' in one) return refused(one.row, one)
      const id = one.before?.id ?? added.get(one.wanted.sn)
      return id === undefined ? takenMeanwhile(ctx, one.row) : endOf(one, id)
    })
  },
}

const givenBy = ({ orgId, lifecycle }: WantedDevice, { id, lifecycle: from }: KnownDevice) => ({
  id,
  orgId,
  lifecycle,
  from,
})

/** Rows that want other labels than their terminals have. */
async function label(
  ctx: Context,
  good: readonly Good[],
  added: ReadonlyMap<string, string>,
): Promise<void> {
  const wishes = good.flatMap(({ before, wanted }) => {
    const id = before?.id ?? added.get(wanted.sn)
    return id === undefined || wanted.labels === null || hasLabels(before, wanted.labels)
      ? []
      : [{ id, labels: wanted.labels, before: before?.handLabels ?? [] }]
  })
  await giveLabels(
    ctx,
    wishes.map(({ id, labels }) => ({ id, labels })),
  )
  const touched = new Set(wishes.flatMap(({ labels, before }) => [...labels, ...before]))
  if (touched.size > 0) ctx.changed(classificationsPath, [...touched])
}

const hasLabels = (before: Good['before'], labels: readonly string[]): boolean =>
  areSame(before?.handLabels ?? [], labels)

type Refused = Extract<JudgedRow, { readonly fault: unknown }>

const refused = ({ number }: ReadyRow, { fault }: Pick<Refused, 'fault'>): RowEnd => ({
  number,
  state: 'REFUSED',
  faults: [fault],
})

/** Somebody else added it after this batch had looked. */
const takenMeanwhile = ({ language }: Context, row: ReadyRow): RowEnd =>
  refused(row, { fault: { field: 'sn', message: translate(language, 'rule.taken') } })

function endOf(judged: Good, id: string | undefined): RowEnd {
  const { number, targetId } = judged.row
  const state = targetId === null ? 'ADDED' : isSame(judged) ? 'SAME' : 'CHANGED'
  const changes = state === 'CHANGED' && changesOf(judged)
  return { number, state, faults: [], ...(id !== undefined && { id }), ...(changes && { changes }) }
}

const written = [
  'sn',
  'modelId',
  'orgId',
  'name',
  'tid',
  'mid',
  'stationId',
  'imei',
  'imei2',
  'mac',
  'iccid',
  'iccid2',
  'batchNo',
  'purchaseOrder',
  'warrantyStart',
  'warrantyMonths',
  'remark',
  'lifecycle',
] as const

/** What the row says otherwise than it is, each member as it was and as it shall be. */
function differences({ before, wanted }: Good) {
  const { tags, labels } = wanted
  return [
    ...written
      .filter((field) => (before?.[field] ?? null) !== wanted[field])
      .map((field) => [field, before?.[field] ?? null, wanted[field]] as const),
    ...(areSame(before?.tags ?? [], tags) ? [] : [['tags', before?.tags, tags] as const]),
    ...(labels === null || hasLabels(before, labels)
      ? []
      : [['labels', before?.handLabels, labels] as const]),
  ]
}

/** Whether the row says what is there already. */
const isSame = (good: Good): boolean => good.before !== null && differences(good).length === 0

/** What the action log keeps of a terminal that a row has changed. */
function changesOf(good: Good): RowEnd['changes'] {
  const found = differences(good)
  return {
    name: good.wanted.sn,
    before: Object.fromEntries(found.map(([member, was]) => [member, was])),
    after: Object.fromEntries(found.map(([member, , is]) => [member, is])),
  }
}

/** Tells consoles by organisation: where terminals came to, and where they left. */
function announce(ctx: Context, good: readonly Good[], added: ReadonlyMap<string, string>): void {
  const places = good.flatMap(({ wanted, before }) => {
    const id = before?.id ?? added.get(wanted.sn)
    if (id === undefined) return []
    const orgIds = new Set([wanted.orgId, before?.orgId ?? wanted.orgId])
    return [...orgIds].map((orgId) => ({ id, orgId }))
  })
  tellOwners(ctx, devicesPath, places)
}
