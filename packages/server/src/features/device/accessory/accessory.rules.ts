import type { AccessoryCode, AccessoryKind, deviceMessages } from '@muster/contract'
import type * as z from 'zod/mini'

type Told = NonNullable<
  z.output<(typeof deviceMessages.upMessages)['info']['body']>['accessories']
>[number]

/** What a terminal says belongs to it. */
export interface AccessoryReport {
  readonly deviceId: string
  /** Whose terminal it is. */
  readonly orgId: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly accessories: readonly Told[]
}

/** What an accessory is known by. */
export interface AccessoryKey {
  /** Within what its number names one: an organisation, or a terminal. */
  readonly realmId: string
  readonly kind: AccessoryKind
  readonly sn: string
}

export interface KnownAccessory extends AccessoryKey {
  /** Where it is, or was last. */
  readonly deviceId: string
  /** Its last terminal has it no more. */
  readonly isGone: boolean
  readonly model: string | null
  readonly firmware: string | null
  readonly apps: readonly { readonly p: string; readonly v: string | null }[]
}

/** An accessory as it is now; `at` is when its terminal said so. */
export interface Written extends KnownAccessory {
  readonly at: number
}

/** A line in what happened to a terminal. */
export interface AccessoryLine {
  readonly deviceId: string
  readonly code: AccessoryCode
  readonly kind: AccessoryKind
  readonly sn: string
  readonly from: string | null
  readonly to: string | null
  /** The terminal that it came from or went to. */
  readonly otherId: string | null
  readonly at: number
}

export interface Changes {
  readonly written: readonly Written[]
  readonly lines: readonly AccessoryLine[]
}

const keyOf = ({ realmId, kind, sn }: AccessoryKey): string => `${realmId} ${kind} ${sn}`

/** A number that nobody has given it is one character over and over, or none: "0", "0000". */
const isGiven = (sn: string): boolean => !/^(.?)\1*$/i.test(sn.replace(/[^a-z0-9]/gi, ''))

/** Each organisation has numbers of its own; what nobody has numbered is its terminal's alone. */
const realmOf = ({ deviceId, orgId }: AccessoryReport, sn: string): string =>
  isGiven(sn) ? orgId : deviceId

/** Keys of all that is told of. */
export const keysIn = (reports: readonly AccessoryReport[]): AccessoryKey[] =>
  reports.flatMap((report) =>
    report.accessories.map(({ kind, sn }) => ({ realmId: realmOf(report, sn), kind, sn })),
  )

/**
 * What reports change of what is known: what is told again is nothing new. One that two terminals of an
 * organisation have told of is where it was told of last; both hear of it.
 */
export function changesOf(
  known: readonly KnownAccessory[],
  reports: readonly AccessoryReport[],
): Changes {
  const stock = openStock(known)
  const written = new Map<string, Written>()
  const lines: AccessoryLine[] = []
  const write = (one: Written) => {
    stock.put(one)
    written.set(keyOf(one), one)
  }
  for (const report of reports.toSorted((a, b) => a.at - b.at)) {
    const { deviceId, at } = report
    const all = report.accessories.map((one) => asWritten(report, one))
    const told = new Map(all.map((one) => [keyOf(one), one]))
    for (const one of stock.at(deviceId)) {
      if (told.has(keyOf(one))) continue
      write({ ...one, isGone: true, at })
      lines.push(lineOf(one, { deviceId, code: 'ACCESSORY_LEFT', otherId: null, at }))
    }
    for (const next of told.values()) {
      const before = stock.find(next)
      if (before?.deviceId !== deviceId || before.isGone) lines.push(...moveOf(before, next))
      else if (isSame(before, next)) continue
      else lines.push(changeOf(before, next))
      write(next)
    }
  }
  return { written: [...written.values()], lines }
}

/** What is known, by its key and by the terminal that has it. */
function openStock(known: readonly KnownAccessory[]) {
  const now = new Map<string, KnownAccessory>()
  const keysAt = new Map<string, Set<string>>()
  const put = (one: KnownAccessory) => {
    const key = keyOf(one)
    const before = now.get(key)
    if (before) keysAt.get(before.deviceId)?.delete(key)
    now.set(key, one)
    if (one.isGone) return
    const keys = keysAt.get(one.deviceId) ?? new Set<string>()
    keysAt.set(one.deviceId, keys.add(key))
  }
  for (const one of known) put(one)
  return {
    put,
    find: (key: AccessoryKey) => now.get(keyOf(key)),
    at: (deviceId: string): readonly KnownAccessory[] =>
      [...(keysAt.get(deviceId) ?? [])].flatMap((key) => now.get(key) ?? []),
  }
}

/** Lines of one that comes to a terminal: there, and where it was until now. */
function moveOf(before: KnownAccessory | undefined, next: Written): AccessoryLine[] {
  const { deviceId, at } = next
  const otherId = before && before.deviceId !== deviceId ? before.deviceId : null
  const joined = lineOf(next, { deviceId, code: 'ACCESSORY_JOINED', otherId, at })
  if (!before || before.isGone) return [joined]
  const left = { deviceId: before.deviceId, code: 'ACCESSORY_LEFT', otherId: deviceId, at } as const
  return [lineOf(next, left), joined]
}

function changeOf(before: KnownAccessory, next: Written): AccessoryLine {
  const { deviceId, at } = next
  const versions = { from: before.firmware, to: next.firmware }
  const changed = { deviceId, code: 'ACCESSORY_CHANGED', otherId: null, at } as const
  return lineOf(next, { ...changed, ...(versions.from !== versions.to && versions) })
}

type Rest = Pick<AccessoryLine, 'deviceId' | 'code' | 'otherId' | 'at'> &
  Partial<Pick<AccessoryLine, 'from' | 'to'>>

const lineOf = (
  { kind, sn }: Pick<KnownAccessory, 'kind' | 'sn'>,
  { from, to, ...rest }: Rest,
): AccessoryLine => ({ kind, sn, from: from ?? null, to: to ?? null, ...rest })

const asWritten = (
  report: AccessoryReport,
  { kind, sn, model, firmware, apps = [] }: Told,
): Written => ({
  realmId: realmOf(report, sn),
  kind,
  sn,
  deviceId: report.deviceId,
  isGone: false,
  at: report.at,
  model: model ?? null,
  firmware: firmware ?? null,
  apps: apps.map(({ p, v }) => ({ p, v: v ?? null })),
})

type Facts = Pick<KnownAccessory, 'model' | 'firmware' | 'apps'>

const isSame = (one: Facts, other: Facts): boolean => factsText(one) === factsText(other)

/** In an order of its own: the same applications in another one are the same. */
const factsText = ({ model, firmware, apps }: Facts): string =>
  JSON.stringify([model, firmware, apps.map(({ p, v }) => `${p} ${v}`).toSorted()])
