import { type PushWindow, pushWindow } from '@muster/contract'
import * as z from 'zod/mini'
import { type PracticeItem, type PracticeWord, windowHold } from '../../device/index.ts'
import {
  type Fate,
  fateOf,
  type Habits,
  isOnlineAt,
  type Load,
  mbitsOf,
  type NextOpening,
} from './twin.rules.ts'

/** What a terminal is told of an upgrade, as far as it decides how it goes. */
const toldArgs = z.object({
  artifact: z.object({ size: z.number() }),
  upgrade: z.object({ part: z.string(), version: z.string() }),
  opt: z.object({
    win: z.optional(
      z.array(z.object({ d: z.optional(z.array(z.int())), f: z.string(), t: z.string() })),
    ),
    wifiOnly: z.optional(z.boolean()),
    minBat: z.optional(z.number()),
    charger: z.optional(z.boolean()),
  }),
})

interface UnderWay {
  readonly item: PracticeItem
  readonly habits: Habits
  readonly fate: Fate
  readonly version: string
  readonly part: string
}

const nextOpening: NextOpening = (window, zone, at) =>
  windowHold(window, zone, new Date(at))?.until?.getTime() ?? null

/** The copied terminals of a practice, and what each of them is at. */
export class PracticeFleet {
  readonly #habits: ReadonlyMap<string, Habits>
  #underWay: UnderWay[] = []
  #online = new Set<string>()
  /** What was installed in the practice. */
  readonly #parts = new Map<string, Record<string, string>>()
  /** Have installed and are well, and were not heard of since. */
  readonly #due = new Set<string>()
  /** Megabits a second that begin, or end (negative), at a moment. */
  readonly #loads: { readonly at: number; readonly mbits: number }[] = []

  constructor(habits: readonly Habits[]) {
    this.#habits = new Map(habits.map((one) => [one.deviceId, one]))
  }

  /** Who comes and who goes by a moment. */
  meet(at: number): { readonly come: string[]; readonly gone: string[] } {
    const now = new Set(
      [...this.#habits.values()]
        .filter((one) => isOnlineAt(one, at))
        .map(({ deviceId }) => deviceId),
    )
    const come = [...now].filter((id) => !this.#online.has(id))
    const gone = [...this.#online].filter((id) => !now.has(id))
    this.#online = now
    return { come, gone }
  }

  /** Is told something; answers what it says at once. */
  tell(items: readonly PracticeItem[], at: number): PracticeWord[] {
    return items.flatMap((item) => this.#take(item, at))
  }

  #take(item: PracticeItem, at: number): PracticeWord[] {
    const habits = this.#habits.get(item.deviceId)
    if (!habits) return []
    if (item.state === 'CANCELLING') return this.#drop(item, at)
    const { load, part, version } = loadOf(item)
    const fate = fateOf(habits, { load, at, next: nextOpening })
    if (fate) {
      this.#underWay.push({ item, habits, fate, part, version })
      this.#loads.push(
        { at: fate.from, mbits: mbitsOf(habits) },
        { at: fate.until, mbits: -mbitsOf(habits) },
      )
    }
    return [wordOf(item, at, { state: 'ACKED' })]
  }

  #drop(item: PracticeItem, at: number): PracticeWord[] {
    this.#underWay = this.#underWay.filter((one) => one.item.id !== item.id)
    return [wordOf(item, at, { state: 'CANCELLED', code: 'S602' })]
  }

  /** What is said by a moment of what was told before. */
  say(at: number): PracticeWord[] {
    const [over = [], rest = []] = [true, false].map((isOver) =>
      this.#underWay.filter(({ fate }) => fate.endsAt <= at === isOver),
    )
    this.#underWay = rest
    const back = [...this.#due].filter((id) => this.#online.has(id))
    for (const id of back) this.#due.delete(id)
    for (const { item, fate } of over)
      if (fate.end.state === 'SUCCESS' && fate.end.isHeard) this.#due.add(item.deviceId)
    return [
      ...back.map((deviceId): PracticeWord => ({ deviceId, at, told: null })),
      ...over.flatMap((one) => this.#end(one)),
    ]
  }

  /** It says how it ended; who has the new version says that before, as a terminal that was restarted does. */
  #end({ item, habits, fate, part, version }: UnderWay): PracticeWord[] {
    const { endsAt: at, end } = fate
    const { deviceId } = item
    if (end.state === 'FAILED') return [wordOf(item, at, { state: 'FAILED', code: end.code })]
    const parts = { ...this.#parts.get(deviceId), [part]: version }
    this.#parts.set(deviceId, parts)
    const {
      FIRMWARE: firmware = habits.firmware ?? '',
      AGENT: agentVersion = habits.agentVersion ?? '',
    } = parts
    const body = { firmware, agentVersion, os: '', parts }
    return [
      { deviceId, at, told: { kind: 'info', body } },
      wordOf(item, at, { state: 'SUCCESS', result: end.isWell ? { health: 'ok' } : {} }),
    ]
  }

  /** Whether somebody has still to be heard of. */
  get isBusy(): boolean {
    return this.#due.size > 0
  }

  /** When something is said next; null: nothing is under way. */
  get nextAt(): number | null {
    return this.#underWay.reduce<number | null>(
      (first, { fate }) => (first === null || fate.endsAt < first ? fate.endsAt : first),
      null,
    )
  }

  /** The most that was downloaded at once, in megabits a second. */
  get peakMbits(): number {
    let now = 0
    let most = 0
    for (const { mbits } of this.#loads.toSorted(
      (one, other) => one.at - other.at || one.mbits - other.mbits,
    )) {
      now += mbits
      most = Math.max(most, now)
    }
    return most
  }
}

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const windows = z.array(pushWindow())

function loadOf({ args, attempt }: PracticeItem): { load: Load; part: string; version: string } {
  const { artifact, upgrade, opt } = z.parse(toldArgs, args)
  const told: readonly PushWindow[] = z.parse(
    windows,
    (opt.win ?? []).map(({ d = everyDay, f, t }) => ({ days: d, from: f, until: t })),
  )
  const load = {
    bytes: artifact.size,
    windows: told,
    wifiOnly: opt.wifiOnly ?? false,
    minBattery: opt.minBat ?? 0,
    charger: opt.charger ?? false,
    attempt,
  }
  return { load, ...upgrade }
}

type TaskBody = Extract<NonNullable<PracticeWord['told']>, { kind: 'task' }>['body']

const wordOf = (
  { id, deviceId, attempt }: PracticeItem,
  at: number,
  body: Omit<TaskBody, 'item' | 'at' | 'attempt'>,
): PracticeWord => ({
  deviceId,
  at,
  told: { kind: 'task', body: { item: id, at, attempt, ...body } },
})
