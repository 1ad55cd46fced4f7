import {
  type FenceArea,
  type GeoPoint,
  type HeldFence,
  judgeFence,
  type deviceMessages,
  sideOf,
} from '@muster/contract'
import type * as z from 'zod/mini'
import { isOpen } from '@muster/terminal'
import type { Chance } from '../chance.ts'

export type ToldFence = NonNullable<z.output<typeof deviceMessages.configuration.body>['fence']>

/** Metres in one degree of latitude. */
const degree = 111_320
/** Per heartbeat: who carried it away brings it back. */
const broughtBack = 0.12
/** Metres by which it never stands quite where it stood. */
const restless = 8

/** A terminal with a fence: it stands at its station, is carried away now and then, and notices it. */
export class FenceWalk {
  readonly #chance: Chance
  readonly #wanders: number
  #isAway = false
  #carried: boolean | null = null
  /** Where it stands inside, as parts of the room that there is. */
  #corner: readonly [number, number]
  #held: HeldFence | null = null
  #side: 'IN' | 'OUT' | null = null
  #judged = ''
  /** Somebody has unlocked it out there: it stays so until it is back. */
  #isPardoned = false
  /** Since when the platform finds it outside. */
  #toldOutside: number | null = null

  /** @param wanders per heartbeat: somebody carries it out */
  constructor(chance: Chance, wanders: number) {
    this.#chance = chance
    this.#wanders = wanders
    this.#corner = [chance.between([-0.4, 0.4]), chance.between([-0.4, 0.4])]
  }

  /** On which side it is, after the dwell; null: it has no fence, or cannot tell yet. */
  get state(): 'IN' | 'OUT' | null {
    const state = this.#held?.state
    return state === 'IN' || state === 'OUT' ? state : null
  }

  /** Somebody takes it away, or brings it back: chance has no say in it any more. */
  carry(isAway: boolean): void {
    this.#carried = isAway
  }

  /** Time goes by: where it is now. */
  move(fence: ToldFence): GeoPoint {
    const isKept = this.#chance.happens(this.#isAway ? 1 - broughtBack : this.#wanders)
    this.#isAway = this.#carried ?? isKept
    const { center, room } = roomOf(fence)
    const [north, east] = this.#isAway
      ? ([2 * room + 300, room] as const)
      : ([this.#corner[0] * room, this.#corner[1] * room] as const)
    const shake = () => this.#chance.between([-restless, restless])
    return {
      latitude: center.latitude + (north + shake()) / degree,
      longitude:
        center.longitude +
        (east + shake()) / (degree * Math.max(0.01, Math.cos((center.latitude * Math.PI) / 180))),
    }
  }

  /**
   * Whether what the fence asks for is to be done now: it is outside, by its own finding or by the
   * platform's, and the fence holds. Answers since when; null: it is not.
   */
  outsideSince(fence: ToldFence, now: number): number | null {
    if (!holds(fence, now)) return null
    if (this.state === 'OUT') return this.#held?.since ?? now
    if (!fence.outside) this.#toldOutside = null
    else this.#toldOutside ??= now
    return this.#toldOutside
  }

  /** Whether it locks itself now. */
  isLocking(fence: ToldFence, now: number): boolean {
    const since = this.outsideSince(fence, now)
    if (since === null) this.#isPardoned = false
    const { lockSeconds } = fence
    if (since === null || lockSeconds === undefined || this.#isPardoned) return false
    return now - since >= lockSeconds * 1000
  }

  /** Somebody unlocks it where it is. */
  pardon(): void {
    this.#isPardoned = true
  }

  /** Looks where it is; answers whether that is the other side of the border than at the last look. */
  look(fence: ToldFence, place: GeoPoint, at: number): boolean {
    const { outside: _, ...border } = fence
    const key = JSON.stringify(border)
    if (key !== this.#judged) this.forget()
    this.#judged = key
    const area = areaOf(fence)
    const side = area && sideOf(area, place, 0)
    // Whoever may leave at this hour has not left.
    if (!side || (side === 'OUT' && this.state !== 'OUT' && !holds(fence, at))) return false
    const dwellMs = fence.dwellSeconds * 1000
    this.#held = judgeFence(this.#held, { side, at, dwellMs }).held
    const isOther = side !== (this.#side ?? side)
    this.#side = side
    return isOther
  }

  /** The fence is gone. */
  forget(): void {
    this.#held = null
    this.#side = null
    this.#toldOutside = null
  }
}

/** Whether a fence holds at a moment: always, or in its hours. */
const holds = ({ hours }: ToldFence, now: number): boolean =>
  hours === undefined || isOpen(hours, { now, timeZone: hours.tz })

const pointOf = ({ lat, lng }: { readonly lat: number; readonly lng: number }): GeoPoint => ({
  latitude: lat,
  longitude: lng,
})

function areaOf({ center, radius, points }: ToldFence): FenceArea | null {
  if (center && radius !== undefined) return { kind: 'CIRCLE', center: pointOf(center), radius }
  return points ? { kind: 'POLYGON', points: points.map(pointOf) } : null
}

/** The middle of a fence, and the metres from there to its farthest border. */
function roomOf({ center, radius, points = [] }: ToldFence): { center: GeoPoint; room: number } {
  if (center && radius !== undefined) return { center: pointOf(center), room: radius }
  const corners = points.map(pointOf)
  const middle = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const latitudes = corners.map(({ latitude }) => latitude)
  const longitudes = corners.map(({ longitude }) => longitude)
  const half = (Math.max(...latitudes) - Math.min(...latitudes)) / 2
  return {
    center: { latitude: middle(latitudes), longitude: middle(longitudes) },
    room: half * degree,
  }
}
