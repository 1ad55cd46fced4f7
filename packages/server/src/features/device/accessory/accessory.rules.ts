import type { AccessoryCode, AccessoryKind, deviceMessages } from '@muster/contract'
import type * as z from 'zod/mini'

type Told = NonNullable<
  z.output<(typeof deviceMessages.upMessages)['info']['body']>['accessories']
>[number]

/** What a terminal says belongs to it. */
export interface AccessoryReport {
  readonly deviceId: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly accessories: readonly Told[]
}

export interface KnownAccessory {
  readonly kind: AccessoryKind
  readonly sn: string
  /** Null: its last terminal has it no more. */
  readonly deviceId: string | null
  readonly wasDeviceId: string | null
  readonly model: string | null
  readonly firmware: string | null
  readonly apps: readonly { readonly p: string; readonly v: string | null }[]
}

/** An accessory as it is now; `at` is when its terminal said so. */
export interface Written extends KnownAccessory {
  readonly at: number
  /** It is at another terminal than before, or at none. */
  readonly isMoved: boolean
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

const keyOf = ({ kind, sn }: Pick<KnownAccessory, 'kind' | 'sn'>): string => `${kind} ${sn}`

/**
 * What reports change of what is known: what is told again is nothing new. One that two terminals have
 * told of is where it was told of last; both hear of it.
 */
export function changesOf(
  known: readonly KnownAccessory[],
  reports: readonly AccessoryReport[],
): Changes {
  const now = new Map(known.map((one) => [keyOf(one), one]))
  const written = new Map<string, Written>()
  const lines: AccessoryLine[] = []
  const write = (one: Written) => {
    const before = written.get(keyOf(one))
    now.set(keyOf(one), one)
    written.set(keyOf(one), { ...one, isMoved: one.isMoved || before?.isMoved === true })
  }
  for (const { deviceId, at, accessories } of reports.toSorted((a, b) => a.at - b.at)) {
    const told = new Map(accessories.map((one) => [keyOf(one), one]))
    for (const one of goneFrom(deviceId, now, told)) {
      write({ ...one, deviceId: null, wasDeviceId: deviceId, at, isMoved: true })
      lines.push(lineOf(one, { deviceId, code: 'ACCESSORY_LEFT', otherId: null, at }))
    }
    for (const [key, one] of told) {
      const before = now.get(key)
      const next = { ...asKnown(one), deviceId, at }
      if (before?.deviceId === deviceId) {
        if (isSame(before, next)) continue
        write({ ...next, wasDeviceId: before.wasDeviceId, isMoved: false })
        const versions = { from: before.firmware, to: next.firmware }
        const changed = { deviceId, code: 'ACCESSORY_CHANGED', otherId: null, at } as const
        lines.push(lineOf(next, { ...changed, ...(versions.from !== versions.to && versions) }))
        continue
      }
      const otherId = before?.deviceId ?? before?.wasDeviceId ?? null
      const came = otherId === deviceId ? null : otherId
      const left = { code: 'ACCESSORY_LEFT', otherId: deviceId, at } as const
      if (before?.deviceId) lines.push(lineOf(next, { ...left, deviceId: before.deviceId }))
      write({ ...next, wasDeviceId: came, isMoved: true })
      lines.push(lineOf(next, { deviceId, code: 'ACCESSORY_JOINED', otherId: came, at }))
    }
  }
  return { written: [...written.values()], lines }
}

/** Those that a terminal had, and tells of no more. */
const goneFrom = (
  deviceId: string,
  now: ReadonlyMap<string, KnownAccessory>,
  told: ReadonlyMap<string, unknown>,
): readonly KnownAccessory[] =>
  [...now.values()].filter((one) => one.deviceId === deviceId && !told.has(keyOf(one)))

type Rest = Pick<AccessoryLine, 'deviceId' | 'code' | 'otherId' | 'at'> &
  Partial<Pick<AccessoryLine, 'from' | 'to'>>

const lineOf = (
  { kind, sn }: Pick<KnownAccessory, 'kind' | 'sn'>,
  { from, to, ...rest }: Rest,
): AccessoryLine => ({ kind, sn, from: from ?? null, to: to ?? null, ...rest })

const asKnown = ({ kind, sn, model, firmware, apps = [] }: Told) => ({
  kind,
  sn,
  model: model ?? null,
  firmware: firmware ?? null,
  apps: apps.map(({ p, v }) => ({ p, v: v ?? null })),
})

type Facts = Pick<KnownAccessory, 'model' | 'firmware' | 'apps'>

const isSame = (one: Facts, other: Facts): boolean => factsText(one) === factsText(other)

/** In an order of its own: the same applications in another one are the same. */
const factsText = ({ model, firmware, apps }: Facts): string =>
  JSON.stringify([model, firmware, apps.map(({ p, v }) => `${p} ${v}`).toSorted()])
