import { type EstatePart, percentSteps, storageSteps, type TextKey } from '@muster/contract'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { lifecycleTexts, networkText, offlineTexts } from '../../device/index.ts'

export interface PartOf {
  readonly key: string
  readonly name: string | null
  readonly withBelow: boolean
}

/** What a part is called. */
interface PartKind {
  readonly title: TextKey
  readonly labelOf: (part: PartOf) => string
  /** What those are called that have none; they never reported it where nothing is said. */
  readonly none?: TextKey
}

const nameOf = ({ key, name }: PartOf) => name ?? key

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

export const partKinds: Readonly<Record<EstatePart, PartKind>> = {
  ORGANIZATION: {
    title: 'stat.by.ORGANIZATION',
    labelOf: (part) => (part.withBelow ? nameOf(part) : t('stat.directly', { name: nameOf(part) })),
  },
  MODEL: {
    title: 'stat.by.MODEL',
    labelOf: nameOf,
  },
  VENDOR: {
    title: 'stat.by.VENDOR',
    labelOf: nameOf,
  },
  CATEGORY: {
    title: 'stat.by.CATEGORY',
    labelOf: nameOf,
  },
  LIFECYCLE: {
    title: 'stat.by.LIFECYCLE',
    labelOf: ({ key }) => textIn(lifecycleTexts, key),
  },
  AREA: {
    title: 'stat.by.AREA',
    labelOf: nameOf,
    none: 'stat.noArea',
  },
  AWAY: {
    title: 'stat.by.AWAY',
    labelOf: ({ key }) => textIn(offlineTexts, key),
  },
  NETWORK: {
    title: 'stat.by.NETWORK',
    labelOf: ({ key }) => networkText(key),
  },
  BATTERY: {
    title: 'stat.by.BATTERY',
    labelOf: (part) => stepText(percentSteps, part, 'stat.percent'),
  },
  SIGNAL: {
    title: 'stat.by.SIGNAL',
    labelOf: (part) => stepText(percentSteps, part, 'stat.percent'),
  },
  STORAGE: {
    title: 'stat.by.STORAGE',
    labelOf: (part) => stepText(storageSteps, part, 'stat.megabytes'),
  },
}

function textIn(keys: Readonly<Record<string, TextKey>>, name: string): string {
  const key = keys[name]
  return key ? t(key) : name
}
