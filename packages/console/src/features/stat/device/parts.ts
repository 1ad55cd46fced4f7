import {
  type EstatePart,
  type Filter,
  filterChoices,
  percentSteps,
  storageSteps,
  type TextKey,
} from '@muster/contract'
import { formatNumber } from '../../../platform/format.ts'
import type { Query } from '../../../platform/address.ts'
import { t } from '../../../platform/texts.ts'
import { lifecycleTexts, networkTexts, offlineTexts } from '../../device/index.ts'

export interface PartOf {
  readonly key: string
  readonly name: string | null
  readonly withBelow: boolean
}

/** What a part is called, and which terminals it counts, as the list of terminals is asked for them. */
interface PartKind {
  readonly title: TextKey
  readonly labelOf: (part: PartOf) => string
  /** Null: the list has no words for it. */
  readonly askOf: (part: PartOf) => { readonly query?: Query; readonly tree?: Filter } | null
  /** What those are called that have none; they never reported it where nothing is said. */
  readonly none?: TextKey
}

const nameOf = ({ key, name }: PartOf) => name ?? key
const among = (
  field: 'categoryId' | 'areaId' | 'orgId' | 'networkType',
  value: string,
): Filter => ({
  field,
  op: 'in',
  values: [value],
})

/** From the lower end of a step to before that of the next one. */
function within(
  field: 'battery' | 'signal' | 'freeMb',
  steps: readonly number[],
  { key }: PartOf,
): { readonly tree: Filter } {
  const least = Number(key)
  const next = steps.find((step) => step > least)
  const from: Filter = { field, op: 'atLeast', values: [key] }
  if (next === undefined) return { tree: from }
  return { tree: { all: [from, { field, op: 'atMost', values: [String(next - 1)] }] } }
}

function stepText(
  steps: readonly number[],
  { key }: PartOf,
  unit: 'stat.percent' | 'stat.megabytes',
) {
  const least = Number(key)
  const next = steps.find((step) => step > least)
  const most = next === undefined ? (unit === 'stat.percent' ? 100 : null) : next - 1
  if (most === null) return t('stat.orMore', { least: t(unit, { value: formatNumber(least) }) })
  return t(unit, { value: `${formatNumber(least)}–${formatNumber(most)}` })
}

const networks: readonly string[] = filterChoices.networkType

export const partKinds: Readonly<Record<EstatePart, PartKind>> = {
  ORGANIZATION: {
    title: 'stat.by.ORGANIZATION',
    labelOf: (part) => (part.withBelow ? nameOf(part) : t('stat.directly', { name: nameOf(part) })),
    askOf: ({ key, withBelow }) =>
      withBelow ? { query: { orgId: key } } : { tree: among('orgId', key) },
  },
  MODEL: {
    title: 'stat.by.MODEL',
    labelOf: nameOf,
    askOf: ({ key }) => ({ query: { modelId: key } }),
  },
  VENDOR: {
    title: 'stat.by.VENDOR',
    labelOf: nameOf,
    askOf: ({ key }) => ({ query: { vendorId: key } }),
  },
  CATEGORY: {
    title: 'stat.by.CATEGORY',
    labelOf: nameOf,
    askOf: ({ key }) => ({ tree: among('categoryId', key) }),
  },
  LIFECYCLE: {
    title: 'stat.by.LIFECYCLE',
    labelOf: ({ key }) => textIn(lifecycleTexts, key),
    askOf: ({ key }) => ({ query: { lifecycle: key } }),
  },
  AREA: {
    title: 'stat.by.AREA',
    labelOf: nameOf,
    askOf: ({ key }) => ({ tree: among('areaId', key) }),
    none: 'stat.noArea',
  },
  AWAY: {
    title: 'stat.by.AWAY',
    labelOf: ({ key }) => textIn(offlineTexts, key),
    askOf: ({ key }) => ({ query: { offlineHours: key } }),
  },
  NETWORK: {
    title: 'stat.by.NETWORK',
    labelOf: ({ key }) => (networks.includes(key) ? textIn(networkTexts, key) : key),
    askOf: ({ key }) => (networks.includes(key) ? { tree: among('networkType', key) } : null),
  },
  BATTERY: {
    title: 'stat.by.BATTERY',
    labelOf: (part) => stepText(percentSteps, part, 'stat.percent'),
    askOf: (part) => within('battery', percentSteps, part),
  },
  SIGNAL: {
    title: 'stat.by.SIGNAL',
    labelOf: (part) => stepText(percentSteps, part, 'stat.percent'),
    askOf: (part) => within('signal', percentSteps, part),
  },
  STORAGE: {
    title: 'stat.by.STORAGE',
    labelOf: (part) => stepText(storageSteps, part, 'stat.megabytes'),
    askOf: (part) => within('freeMb', storageSteps, part),
  },
}

function textIn(keys: Readonly<Record<string, TextKey>>, name: string): string {
  const key = keys[name]
  return key ? t(key) : name
}
