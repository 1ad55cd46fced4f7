import type { PlanForecast, PlanOptions, PlanWave, PushWindow, WaveKind } from '@muster/contract'

/** What a forecast is made of. */
export interface ForecastInput {
  /** Terminals of each wave, in their order. */
  readonly sizes: readonly number[]
  readonly waves: readonly Pick<PlanWave, 'soakMinutes' | 'successPercent'>[]
  /** Bytes that each terminal downloads. */
  readonly bytes: number
  readonly options: Pick<
    PlanOptions,
    'ratePerMinute' | 'rateGrowth' | 'downloadWindow' | 'installWindows' | 'healthMinutes'
  >
  /** Terminals that an organisation may tell a minute where the plan says nothing. */
  readonly usualRate: number
  /** Minutes of the week, Monday 00:00 is 0, at which it begins, by the clock of most terminals. */
  readonly startMinute: number
  /** Minutes until it ends; null: it does not. */
  readonly lastMinute: number | null
  /** Megabits a second that one terminal downloads with. */
  readonly mbits: number
  /** Blackout days on which nothing is sent, in minutes since it begins. */
  readonly closed: readonly Span[]
}

interface Span {
  readonly from: number
  readonly until: number
}

const weekMinutes = 7 * 24 * 60
/** Beyond so many minutes nothing is foretold: eight weeks. */
const horizon = 8 * weekMinutes
/** Unpacking, installing, a restart and the first heartbeat. */
const installMinutes = 8
const points = 60

const minutesOf = (time: string): number => {
  const [hours = '0', minutes = '0'] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}

/** Which minutes of the week lie in one of some windows; null: all. */
function openMinutes(windows: readonly PushWindow[]): Uint8Array | null {
  if (windows.length === 0) return null
  const open = new Uint8Array(weekMinutes)
  for (const { from, until, days } of windows) {
    const [begin, end] = [minutesOf(from), minutesOf(until)]
    const length = end > begin ? end - begin : end + 24 * 60 - begin
    for (const day of days)
      for (let minute = 0; minute < length; minute++)
        open[((day - 1) * 24 * 60 + begin + minute) % weekMinutes] = 1
  }
  return open
}

/** Of each minute of the week, the next one that is open, as minutes to wait; null: none ever is. */
function waits(open: Uint8Array | null): Int32Array | null {
  const wait = new Int32Array(weekMinutes)
  if (!open) return wait
  if (!open.includes(1)) return null
  let next = -1
  for (let minute = 2 * weekMinutes - 1; minute >= 0; minute--) {
    if (open[minute % weekMinutes] === 1) next = minute
    if (minute < weekMinutes) wait[minute] = next - minute
  }
  return wait
}

interface Clock {
  readonly start: number
  readonly download: Int32Array
  readonly install: Int32Array
}

/** For how long nothing is sent from a minute on. */
const closedFor = (closed: readonly Span[], minute: number): number =>
  Math.max(
    0,
    ...closed.map(({ from, until }) => (from <= minute && minute < until ? until - minute : 0)),
  )

const waitAt = (table: Int32Array, minute: number): number => table[minute % weekMinutes] ?? 0

/**
 * Tells minute by minute how a plan would go if nothing failed: terminals are told at the plan's rate in
 * its hours, download side by side, and install in theirs; a wave begins when the one before has come to
 * its share and has been watched. The same plan always gives the same forecast.
 */
export function forecastOf(input: ForecastInput): PlanForecast {
  const { options, sizes, waves, lastMinute } = input
  const download = waits(openMinutes(options.downloadWindow ? [options.downloadWindow] : []))
  const install = waits(openMinutes(options.installWindows))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  if (!download || !install || total === 0)
    return { minutes: total === 0 ? 0 : null, peakMbits: 0, curve: [], waves: [], late: total }
  const clock = { start: input.startMinute, download, install }
  const ends = new Map<number, number>()
  const load: Load = { at: new Map() }
  const spans: PlanForecast['waves'] = []
  let begin = 0
  for (const [nth, size] of sizes.entries()) {
    const wave = waves[nth]
    if (!wave || size === 0) continue
    const done = runWave({ ...input, size, begin, clock }, { ends, load })
    if (done === null) return cut(input, { ends, load, spans }, total)
    const passed = done[Math.max(0, Math.ceil((size * wave.successPercent) / 100) - 1)] ?? begin
    const last = done.at(-1) ?? begin
    spans.push({ wave: nth + 1, startMinute: begin, endMinute: last })
    begin = (wave.successPercent === 0 ? last : passed) + wave.soakMinutes
  }
  const whole = cut(input, { ends, load, spans }, total)
  const minutes = Math.max(0, ...ends.keys())
  return { ...whole, minutes: lastMinute !== null && minutes > lastMinute ? null : minutes }
}

interface Load {
  /** Terminals that begin (or end, negative) to download at a minute. */
  readonly at: Map<number, number>
}

interface Drawn {
  /** Terminals that end at a minute. */
  readonly ends: Map<number, number>
  readonly load: Load
}

const add = (map: Map<number, number>, at: number, count: number) =>
  map.set(at, (map.get(at) ?? 0) + count)

type WaveInput = ForecastInput & {
  readonly size: number
  readonly begin: number
  readonly clock: Clock
}

/** When the terminals of a wave end, in order; null: not before the horizon. */
function runWave(input: WaveInput, { ends, load }: Drawn): number[] | null {
  const { size, begin, clock, options, bytes, mbits, usualRate } = input
  const minutesEach = Math.max(1, Math.ceil((bytes * 8) / (mbits * 1e6) / 60))
  const done: number[] = []
  let told = 0
  let minute = begin
  let credit = 0
  while (told < size) {
    if (minute > horizon) return null
    const wait = waitAt(clock.download, clock.start + minute) || closedFor(input.closed, minute)
    if (wait > 0) {
      minute += wait
      continue
    }
    const hours = Math.floor((minute - begin) / 60)
    const rate = (options.ratePerMinute ?? usualRate) * options.rateGrowth ** hours
    credit += Math.min(5000, rate)
    const now = Math.min(size - told, Math.floor(credit))
    credit -= now
    told += now
    if (now > 0) {
      add(load.at, minute, now)
      add(load.at, minute + minutesEach, -now)
      const fetched = minute + minutesEach
      const ended = fetched + waitAt(clock.install, clock.start + fetched) + installMinutes
      add(ends, ended, now)
      for (let one = 0; one < now; one++) done.push(ended)
    }
    minute++
  }
  return done.toSorted((one, other) => one - other)
}

/** The forecast as far as it goes. */
function cut(
  { mbits, lastMinute }: ForecastInput,
  { ends, load, spans }: Drawn & { readonly spans: PlanForecast['waves'] },
  total: number,
): PlanForecast {
  let sum = 0
  const moments = [...ends].toSorted(([one], [other]) => one - other)
  const steps = moments.map(([minute, count]) => ({ minute, done: (sum += count) }))
  const inTime = steps.findLast(({ minute }) => lastMinute === null || minute <= lastMinute)
  const late = total - (inTime?.done ?? 0)
  const every = Math.max(1, Math.ceil(steps.length / points))
  const curve = steps.filter((_, nth) => nth % every === 0 || nth === steps.length - 1)
  return {
    minutes: null,
    peakMbits: peakOf(load) * mbits,
    curve: [{ minute: 0, done: 0 }, ...curve],
    waves: spans,
    late,
  }
}

function peakOf({ at }: Load): number {
  let now = 0
  let most = 0
  for (const [, change] of [...at].toSorted(([one], [other]) => one - other)) {
    now += change
    most = Math.max(most, now)
  }
  return most
}

/** How many terminals each wave would have. */
export function sizesOf(
  kind: WaveKind,
  waves: readonly Pick<PlanWave, 'count' | 'percent'>[],
  total: number,
): number[] {
  if (kind === 'RINGS') return waves.map(() => Math.round(total / waves.length))
  let before = 0
  return waves.map(({ count = 0, percent = 100 }, nth) => {
    const isLast = nth === waves.length - 1
    const upTo =
      isLast || kind === 'SINGLE'
        ? total
        : kind === 'COUNTS'
          ? before + count
          : Math.ceil((total * percent) / 100)
    const size = Math.max(0, Math.min(total, upTo) - before)
    before += size
    return size
  })
}
