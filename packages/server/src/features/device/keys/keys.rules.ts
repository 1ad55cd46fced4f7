import type { deviceMessages, KeyCode, KeyState, KeyType } from '@muster/contract'
import type * as z from 'zod/mini'

type Told = z.output<(typeof deviceMessages.upMessages)['key']['body']>

/** Which keys a terminal says it holds. */
export interface KeyReport {
  readonly deviceId: string
  /** Epoch milliseconds of its arrival. */
  readonly at: number
  readonly body: Told
}

/** A key slot as it is on record. */
export interface KeySlot {
  readonly deviceId: string
  readonly slot: string
  readonly type: KeyType
  readonly kcv: string | null
  readonly ksi: string | null
  /** Epoch milliseconds. */
  readonly injectedAt: number | null
  readonly expiresAt: number | null
  readonly state: KeyState
}

/** A line in what happened to a terminal. */
export interface KeyLine {
  readonly deviceId: string
  readonly code: KeyCode
  readonly slot: string
  readonly type: KeyType
  readonly from: string | null
  readonly to: string | null
  readonly at: number
}

export interface KeyChanges {
  readonly written: readonly (KeySlot & { readonly at: number })[]
  readonly removed: readonly Pick<KeySlot, 'deviceId' | 'slot' | 'type'>[]
  readonly lines: readonly KeyLine[]
  /** Terminals of which other keys are missing than before, or end at another time. */
  readonly looks: readonly Look[]
  /** Terminals with other slots than before, or none of which anybody knew: what their models demand may be among them. */
  readonly reslotted: readonly string[]
}

export interface Look {
  readonly deviceId: string
  readonly kind: 'KEY_MISSING' | 'KEY_END'
}

const day = 86_400_000

/** It was said before what is known, and came after it. One that is still older comes of a clock that was set back. */
export const isLate = (said: number, known: number): boolean => said < known && known - said <= day

/** The same as SQL, of moments. */
export const isLateSql = (said: string, known: string): string =>
  `${said} < ${known} and ${said} >= ${known} - interval '1 day'`

/** When it was said: a clock that is ahead says nothing of that. */
export const saidAt = ({ at, body }: KeyReport): number => Math.min(at, body.at)

const keyOf = ({ slot, type }: Pick<KeySlot, 'slot' | 'type'>): string => `${slot} ${type}`

/** What reports, one a terminal, change of what is known. Of terminals in `firsts` nothing is known: what they hold did not come now. */
export function changesOf(
  known: readonly KeySlot[],
  reports: readonly KeyReport[],
  firsts: ReadonlySet<string>,
): KeyChanges {
  const byDevice = Map.groupBy(known, ({ deviceId }) => deviceId)
  const all = reports.map((report) =>
    changesAt(byDevice.get(report.deviceId) ?? [], report, firsts.has(report.deviceId)),
  )
  return {
    written: all.flatMap(({ written }) => written),
    removed: all.flatMap(({ removed }) => removed),
    lines: all.flatMap(({ lines }) => lines),
    looks: all.flatMap(({ looks }) => looks),
    reslotted: all.flatMap(({ reslotted }) => reslotted),
  }
}

function changesAt(known: readonly KeySlot[], report: KeyReport, isFirst: boolean): KeyChanges {
  const { deviceId, at } = report
  const before = new Map(known.map((one) => [keyOf(one), one]))
  const told = new Map(report.body.slots.map((one) => [keyOf(one), one]))
  const steps = [...told].flatMap(([key, one]): Step[] => {
    const was = before.get(key)
    const is = slotOf(deviceId, one, was)
    return was && isSame(was, is) ? [] : [{ was, is }]
  })
  const gone = known.filter((one) => !told.has(keyOf(one)))
  const all: readonly Step[] = [...steps, ...gone.map((was): Step => ({ was, is: undefined }))]
  return {
    written: steps.flatMap(({ is }) => (is ? [{ ...is, at }] : [])),
    removed: gone,
    lines: all.flatMap((step) => lineOf(step, isFirst, at)),
    looks: looksOf(report, all),
    reslotted: isFirst || all.some(({ was, is }) => !was || !is) ? [deviceId] : [],
  }
}

/** A slot before and after; one of both may not be there. */
interface Step {
  readonly was: KeySlot | undefined
  readonly is: KeySlot | undefined
}

/** Of a key that is missing, what it was stays on record. */
function slotOf(deviceId: string, told: Told['slots'][number], was: KeySlot | undefined): KeySlot {
  const { slot, type, kcv, ksi, injectedAt, expiresAt, state } = told
  const former = state === 'MISSING' ? was : undefined
  return {
    deviceId,
    slot,
    type,
    kcv: kcv?.toUpperCase() ?? former?.kcv ?? null,
    ksi: ksi?.toUpperCase() ?? former?.ksi ?? null,
    injectedAt: injectedAt ?? former?.injectedAt ?? null,
    expiresAt: expiresAt ?? former?.expiresAt ?? null,
    state,
  }
}

const valuesOf = ({ kcv, ksi, injectedAt, expiresAt, state }: KeySlot) =>
  JSON.stringify([kcv, ksi, injectedAt, expiresAt, state])
const isSame = (one: KeySlot, other: KeySlot): boolean => valuesOf(one) === valuesOf(other)

function lineOf({ was, is }: Step, isFirst: boolean, at: number): KeyLine[] {
  const one = is ?? was
  const code = codeOf(was, is)
  if (!one || code === null || (isFirst && code === 'KEY_INJECTED')) return []
  const { deviceId, slot, type } = one
  const [from, to] = [checkOf(was), hasCome.has(code) ? checkOf(is) : null]
  return [{ deviceId, code, slot, type, from: from === to ? null : from, to, at }]
}
const hasCome: ReadonlySet<KeyCode> = new Set(['KEY_INJECTED', 'KEY_CHANGED'])

/** What a key is compared by. */
const checkOf = (one: KeySlot | undefined): string | null => one?.kcv ?? one?.ksi ?? null

function codeOf(was: KeySlot | undefined, is: KeySlot | undefined): KeyCode | null {
  if (!is) return 'KEY_REMOVED'
  if (is.state !== was?.state) return codeOfState[is.state]
  if (is.kcv !== was.kcv || is.ksi !== was.ksi) return 'KEY_CHANGED'
  return is.injectedAt === was.injectedAt ? null : 'KEY_INJECTED'
}
const codeOfState = {
  OK: 'KEY_INJECTED',
  MISSING: 'KEY_MISSING',
  EXPIRED: 'KEY_EXPIRED',
} as const satisfies Record<KeyState, KeyCode>

function looksOf({ deviceId, at }: KeyReport, steps: readonly Step[]): Look[] {
  const isFaulty = (one: KeySlot | undefined) => one !== undefined && one.state !== 'OK'
  const endOf = (one: KeySlot | undefined) => (one?.state === 'OK' ? one.expiresAt : null)
  const isOver = (one: KeySlot | undefined) => (endOf(one) ?? Infinity) <= at
  const isMissing = steps.some(
    ({ was, is }) => isFaulty(was) !== isFaulty(is) || isOver(was) !== isOver(is),
  )
  const isEnding = steps.some(({ was, is }) => endOf(was) !== endOf(is))
  return [
    ...(isMissing ? [{ deviceId, kind: 'KEY_MISSING' } as const] : []),
    ...(isEnding ? [{ deviceId, kind: 'KEY_END' } as const] : []),
  ]
}
