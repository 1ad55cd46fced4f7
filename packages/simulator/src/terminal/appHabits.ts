import type { UsedDay } from '@muster/contract'
import { type Chance, chanceOf } from '../chance.ts'
import type { KeptApp } from './keptApp.ts'

type Used = UsedDay['apps'][number]

const dayMs = 86_400_000
const hourMs = 3_600_000

/** How busy a shop is in each hour of its day. */
export const busy: readonly number[] = [
  0, 0, 0, 0, 0, 0, 0.2, 0.6, 1, 1.2, 1.3, 1.4, 1.2, 1, 0.9, 1, 1.3, 1.6, 1.7, 1.4, 0.9, 0.5, 0.2,
  0,
]

/** How often an application is opened in a busy hour, by what it is for. */
function pace(name: string): number {
  if (name.includes('pay') || name.includes('wallet')) return 6
  if (name.includes('loyalty')) return 1.5
  if (name.includes('launcher')) return 3
  return name.includes('agent') || name.includes('printer') ? 0 : 0.6
}

/**
 * How a terminal's applications are used: each shop has habits of its own, the same at every start.
 * One in twenty, by its number, has not touched its payments for days; some close on Fridays.
 */
export class AppHabits {
  readonly #seed: string
  readonly #sn: string
  readonly #liveliness: number
  readonly #closesOn: number | null
  readonly #isForgotten: boolean

  constructor(seed: string, sn: string) {
    const own = chanceOf(seed, sn, 'habits')
    this.#seed = seed
    this.#sn = sn
    this.#liveliness = own.between([0.3, 1.8])
    this.#closesOn = own.happens(0.5) ? 5 : null
    this.#isForgotten = Number(sn.slice(-6)) % 20 === 3
  }

  /** The use of yesterday and of today so far. */
  daysUntil(now: number, apps: readonly KeptApp[]): UsedDay[] {
    const today = Math.floor(now / dayMs) * dayMs
    return [today - dayMs, today].map((start) => ({
      day: new Date(start).toISOString().slice(0, 10),
      at: Math.floor(now),
      apps: apps.flatMap((app) => {
        const isThere = app.inst === undefined || app.inst < start + dayMs
        return isThere ? [this.#useOf(app, start, now)] : []
      }),
    }))
  }

  #useOf({ p, vc }: KeptApp, start: number, now: number): Used {
    const chance = chanceOf(this.#seed, this.#sn, p, start)
    const h = this.#hoursOf(p, start, chance).map((count, hour) =>
      start + hour * hourMs < now ? count : 0,
    )
    const n = h.reduce((sum, count) => sum + count, 0)
    const last = h.findLastIndex((count) => count > 0)
    return {
      p,
      vc,
      n,
      min: Math.min(1440, Math.round(n * chance.between([0.4, 1.4]))),
      kb: Math.round(n * chance.between([4, 60])),
      cr: n > 0 && chance.happens(0.02) ? chance.whole([1, 3]) : 0,
      anr: n > 0 && chance.happens(0.01) ? 1 : 0,
      ...(last >= 0 && { last: Math.min(Math.floor(now), start + last * hourMs + hourMs / 2) }),
      h,
    }
  }

  #hoursOf(name: string, start: number, chance: Chance): number[] {
    const isClosed = new Date(start).getUTCDay() === this.#closesOn
    const isLeft = this.#isForgotten && pace(name) >= 6
    const mean = isClosed || isLeft ? 0 : pace(name) * this.#liveliness
    return busy.map((share) => Math.round(mean * share * chance.between([0.3, 1.7])))
  }
}
