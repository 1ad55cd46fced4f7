import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { FrozenPrincipal } from '../../../access/frozen.ts'
import type { Database } from '../../../platform/db.ts'
import {
  expirePractice,
  followPractice,
  hearInPractice,
  leaveInPractice,
  meetInPractice,
  type PracticeStore,
} from '../../device/index.ts'
import { steadyNow } from '../../../platform/steadyClock.ts'
import { runPlans } from '../plan/plan.worker.ts'
import { payAsUsual } from '../plan/prove.queries.ts'
import { castPlan, meantIn } from './castPlan.ts'
import { PracticeFleet } from './practiceFleet.ts'
import { enterPractice, openShadow, type Shadow } from './shadow.ts'
import { habitsOf } from './twin.queries.ts'

const minute = 60_000
const hour = 60 * minute
/** Nothing is tried beyond eight weeks. */
const longest = 8 * 7 * 24 * hour

export interface Practice {
  readonly planId: string
  readonly giver: FrozenPrincipal
  /** Where its clock begins, epoch milliseconds. */
  readonly from: number
}

/** How a practice stands. */
export interface Standing {
  readonly shadow: Shadow
  readonly planId: string
  readonly clock: number
  readonly size: number
  readonly total: number
  readonly peakMbits: number
}

interface Course {
  /** Real milliseconds that an hour of it takes at least. */
  readonly hourMs: number
  /** Told how it stands, now and then; answers whether it goes on. */
  readonly tell: (standing: Standing, isLast: boolean) => Promise<boolean>
  readonly log: Pick<Logger, 'error'>
}

/**
 * Tries a plan from its start to its end on copies of its terminals, by the workers that carry plans out;
 * answers how it stood at the end, through `tell`.
 */
export async function runPractice(
  real: { readonly db: Database; readonly directUrl: string },
  practice: Practice,
  course: Course,
): Promise<void> {
  const { planId, giver, from } = practice
  const { ids, total } = await meantIn(real.db, practice)
  const habits = await habitsOf(real.db, ids)
  const shadow = await openShadow(real.directUrl)
  try {
    await castPlan(shadow, { ids, total, planId, giver, from })
    await enterPractice(shadow)
    await goThrough(
      { shadow, fleet: new PracticeFleet(habits), planId, from, size: ids.length, total },
      course,
    )
  } finally {
    await shadow.close()
  }
}

interface Going {
  readonly shadow: Shadow
  readonly fleet: PracticeFleet
  readonly planId: string
  readonly from: number
  readonly size: number
  readonly total: number
}

const tellEveryMs = 1000
/** Rounds in which terminals are found. */
const mostStill = 20
/** Where nothing happens for a while, its clock goes in larger steps. */
const longStep = 5 * minute
const longestStep = 30 * minute
/** Steps without anything, after which they are longer. */
const longQuiet = 12

async function goThrough(going: Going, { hourMs, tell, log }: Course): Promise<void> {
  const { shadow, fleet, planId, from } = going
  let clock = from
  const store: PracticeStore = { ...shadow, log, now: () => new Date(clock) }
  const standing = (): Standing => ({ ...going, clock, peakMbits: fleet.peakMbits })
  let told = steadyNow()
  let lastHour = -1
  let still = mostStill
  let quiet = 0
  while (clock - from < longest) {
    const began = steadyNow()
    await shadow.setClock(clock)
    const nth = Math.floor(clock / hour)
    if (nth !== lastHour) {
      await meetInPractice(store, fleet.meet(clock))
      await expirePractice(store)
      lastHour = nth
    }
    const go = async (to: number) => {
      clock = to
      await shadow.setClock(clock)
    }
    const isLively = quiet < 2 || quiet % 4 === 0
    const until = clock + minute
    const isQuiet = await tick({ store, fleet, until, at: () => clock, go, isLively })
    quiet = isQuiet && !fleet.isBusy ? quiet + 1 : 0
    const { state, wave } = await planIn(shadow, planId)
    if (overStates.includes(state)) break
    // Until its first wave begins, no time goes by.
    const step = wave === 0 && still-- > 0 ? 0 : stepFrom(clock, fleet.nextAt, quiet)
    if (steadyNow() - told > tellEveryMs) {
      if (!(await tell(standing(), false))) break
      told = steadyNow()
    }
    await sleep(Math.max(0, (hourMs * step) / hour - (steadyNow() - began)))
    clock += step
  }
  await tell(standing(), true)
}

/** How far the clock goes next: to what happens next, but not past the next full hour. */
function stepFrom(clock: number, next: number | null, quiet: number): number {
  if (quiet === 0) return minute
  const step = quiet > longQuiet ? longestStep : longStep
  const toHour = (Math.floor(clock / hour) + 1) * hour - clock
  const toNext = next === null ? step : Math.max(minute, next - clock)
  return Math.max(minute, Math.min(step, toHour, toNext))
}

interface Tick {
  readonly store: PracticeStore
  readonly fleet: PracticeFleet
  readonly until: number
  readonly at: () => number
  readonly go: (to: number) => Promise<void>
  /** Something has happened of late: pushes are looked at, too. */
  readonly isLively: boolean
}

// No console is told of what is only tried.
const silent = { changed: () => undefined, ring: () => undefined }

/** Turns of one minute at most: what is paced leaves a few at a time. */
const mostTurns = 20

/** One minute of it; answers whether nothing happened. */
async function tick({ store, fleet, until, at, go, isLively }: Tick): Promise<boolean> {
  const words = fleet.say(at())
  if (words.length > 0) await hearInPractice(store, words)
  await payAsUsual(store.db)
  await runPlans({ db: store.db, live: silent, now: store.now })
  let isQuiet = words.length === 0
  if (isLively || !isQuiet) await followPractice(store)
  for (let turn = 0; turn < mostTurns; turn++) {
    const items = await leaveInPractice(store)
    if (items.length > 0) {
      isQuiet = false
      await hearInPractice(store, fleet.tell(items, at()))
    }
    const { rows } = await sql<{
      at: string | null
    }>`select min(next_publish_at) as at from push_item
      where next_publish_at is not null and ended_at is null`.execute(store.db)
    const next = rows[0]?.at ? Date.parse(rows[0].at) : null
    if (next === null || next >= until) break
    await go(Math.max(at() + 1, next))
  }
  return isQuiet
}

/** It has ended, or rests until somebody says what becomes of it. */
const overStates = ['PAUSED', 'FINISHED', 'STOPPED', 'EXPIRED', 'ROLLED_BACK']

interface PlanNow {
  readonly state: string
  readonly wave: number
}

async function planIn({ db }: Shadow, planId: string): Promise<PlanNow> {
  const { rows } = await sql<PlanNow>`select state, wave from plan where id = ${planId}`.execute(db)
  return rows[0] ?? { state: 'STOPPED', wave: 0 }
}
