import { type Filter, filterChoices } from '../device/filter.ts'
import { lifecycles } from '../device/states.ts'
import {
  type EstatePart,
  percentSteps,
  serviceLifecycles,
  type ServicePart,
  type Silence,
  storageSteps,
} from './device.ts'
import { type Estate, type FigureList, terminals } from './figureLists.ts'

/** A part that terminals divide into. */
interface Part {
  readonly key: string
  /** Of an organisation: with those below it. */
  readonly withBelow: boolean
}

/** What the list of terminals is asked for: by filters of its own, or in the filter language. */
interface Asked {
  readonly query?: Parameters<typeof terminals>[1]
  readonly tree?: Filter
}

type Ask = (part: Part) => Asked | null

const among =
  (field: 'categoryId' | 'areaId' | 'orgId'): Ask =>
  ({ key }) => ({ tree: { field, op: 'in', values: [key] } })

type Measured = 'battery' | 'signal' | 'freeMb'

/** From the lower end of a step to before that of the next one. */
const within =
  (field: Measured, steps: readonly number[]): Ask =>
  ({ key }) => {
    const next = steps.find((step) => step > Number(key))
    const from: Filter = { field, op: 'atLeast', values: [key] }
    if (next === undefined) return { tree: from }
    return { tree: { all: [from, { field, op: 'atMost', values: [String(next - 1)] }] } }
  }

const networks: readonly string[] = filterChoices.networkType

const asks: Readonly<Record<EstatePart, Ask>> = {
  ORGANIZATION: (part) => (part.withBelow ? { query: { orgId: part.key } } : among('orgId')(part)),
  MODEL: ({ key }) => ({ query: { modelId: key } }),
  VENDOR: ({ key }) => ({ query: { vendorId: key } }),
  CATEGORY: among('categoryId'),
  LIFECYCLE: ({ key }) => {
    const lifecycle = lifecycles.find((one) => one === key)
    return lifecycle ? { query: { lifecycle } } : null
  },
  AREA: among('areaId'),
  AWAY: ({ key }) => ({ query: { offlineHours: key } }),
  NETWORK: ({ key }) =>
    networks.includes(key) ? { tree: { field: 'networkType', op: 'in', values: [key] } } : null,
  BATTERY: within('battery', percentSteps),
  SIGNAL: within('signal', percentSteps),
  STORAGE: within('freeMb', storageSteps),
}

const listOf = (of: Estate, { query, tree }: Asked): FigureList =>
  terminals(of, { ...query, ...(tree && { tree: JSON.stringify(tree) }) })

/** The terminals of a part of the estate; null: the list has no words for it. */
export function partList(by: EstatePart, of: Estate, part: Part): FigureList | null {
  const asked = asks[by](part)
  return asked && listOf(of, asked)
}

/** What is measured is at least 0. */
const neverTold = (field: Measured): Filter => ({ not: { field, op: 'atLeast', values: ['0'] } })

const untold: Readonly<Partial<Record<EstatePart, Filter>>> = {
  BATTERY: neverTold('battery'),
  SIGNAL: neverTold('signal'),
  STORAGE: neverTold('freeMb'),
  NETWORK: { not: { field: 'networkType', op: 'in', values: networks } },
}

/** The terminals that are of no part; null: the list has no words for them. */
export function untoldList(
  by: EstatePart,
  of: Estate,
  parts: readonly Pick<Part, 'key'>[],
): FigureList | null {
  const tree = untold[by]
  // Beside networks that the list knows there may be others.
  const isKnown = by !== 'NETWORK' || parts.every(({ key }) => networks.includes(key))
  return tree && isKnown ? listOf(of, { tree }) : null
}

interface InService {
  readonly silence: Silence | null
  readonly by: ServicePart
  /** Null: all of them. */
  readonly part: Part | null
}

/** Terminals in service, those of a part, and those of which nothing is heard, where that is said. */
export function serviceList(of: Estate, { silence, by, part }: InService): FigureList {
  const asked = part === null ? null : asks[by](part)
  const all: Filter[] = [{ field: 'lifecycle', op: 'in', values: [...serviceLifecycles] }]
  if (silence === 'NEVER') all.push({ field: 'lastSeenAt', op: 'never', values: [] })
  if (asked?.tree) all.push(asked.tree)
  const hours = silence === null || silence === 'NEVER' ? {} : { offlineHours: silence }
  return listOf(of, { query: { ...asked?.query, ...hours }, tree: { all } })
}

const endFields = { warranty: 'warrantyEnd', support: 'supportEnd', pts: 'ptsEnd' } as const

/** What of a terminal comes to an end. */
export type Expiring = keyof typeof endFields

interface Quarter {
  readonly from: string
  readonly to: string
}

const dayMs = 86_400_000
const moved = (day: string, by: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * dayMs).toISOString().slice(0, 10)

const ends = (kind: Expiring, op: 'from' | 'until', day: string): Filter => ({
  field: endFields[kind],
  op,
  values: [day],
})

/** Terminals by the quarter in which something of theirs ends. */
export const expiryLists = {
  /** Before the first quarter that is shown. */
  ended: (of: Estate, kind: Expiring, { from }: Quarter) =>
    listOf(of, { tree: ends(kind, 'until', moved(from, -1)) }),
  within: (of: Estate, kind: Expiring, { from, to }: Quarter) =>
    listOf(of, { tree: { all: [ends(kind, 'from', from), ends(kind, 'until', to)] } }),
  /** After the last one. */
  later: (of: Estate, kind: Expiring, { to }: Quarter) =>
    listOf(of, { tree: ends(kind, 'from', moved(to, 1)) }),
  unknown: (of: Estate, kind: Expiring) =>
    listOf(of, { tree: { field: endFields[kind], op: 'isEmpty', values: [] } }),
} as const
