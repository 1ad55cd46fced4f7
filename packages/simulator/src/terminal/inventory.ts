import { createHash } from 'node:crypto'
import { chanceOf } from '../chance.ts'
import type { BodyOf } from '@muster/terminal'
import { AppHabits } from './appHabits.ts'
import type { KeptApp } from './keptApp.ts'
import type { PartStore } from './heldParts.ts'
import type { Identity } from './identity.ts'

/** Where a terminal's applications, and what upgrades have put there, outlive its process. */
export interface AppStore extends PartStore {
  /** Null: nothing was ever kept. */
  readonly apps: readonly KeptApp[] | null
  keep(apps: readonly KeptApp[]): void
}

const day = 86_400_000

/** What is installed on a terminal. */
export class Inventory {
  readonly #apps: Map<string, KeptApp>
  readonly #store: AppStore | null
  readonly #habits: AppHabits | null
  /** Hash of the list that the platform has. */
  #known: string | null = null

  constructor(
    shipped: readonly KeptApp[],
    store: AppStore | null,
    habits: AppHabits | null = null,
  ) {
    this.#apps = new Map((store?.apps ?? shipped).map((app) => [app.p, app]))
    this.#store = store
    this.#habits = habits
  }

  find(name: string): KeptApp | null {
    return this.#apps.get(name) ?? null
  }

  /** Puts an application in the place of its earlier version. */
  put(app: KeptApp): void {
    this.#apps.set(app.p, app)
    this.#keep()
  }

  remove(name: string): void {
    this.#apps.delete(name)
    this.#keep()
  }

  /** Forgets what did not come with the terminal. */
  wipe(): void {
    for (const { p, src } of this.#apps.values()) if (src !== 'SYSTEM') this.#apps.delete(p)
    this.#keep()
  }

  /** The whole list, as U-APPS says it. */
  report(): BodyOf<'apps'> {
    const apps = [...this.#apps.values()]
      .toSorted((one, other) => (one.p < other.p ? -1 : 1))
      .map(({ item: _, ...app }) => app)
    const hash = createHash('sha256').update(JSON.stringify(apps)).digest('hex')
    return { full: true, hash, apps }
  }

  /** The same with how they were used, where that is to be told. */
  message(now: number, tellsUse = true): BodyOf<'apps'> {
    const list = this.report()
    const usage = tellsUse ? this.#usage(now) : null
    return usage === null ? list : { ...list, usage }
  }

  /** How they were used, without the list; null: nobody counts. */
  usage(now: number): BodyOf<'apps'> | null {
    const usage = this.#usage(now)
    return usage && { full: false, hash: this.report().hash, apps: [], usage }
  }

  #usage = (now: number) => this.#habits?.daysUntil(now, [...this.#apps.values()]) ?? null

  /** Whether the platform has not heard of the list as it is. */
  get isNews(): boolean {
    return this.report().hash !== this.#known
  }

  /** The platform has the list of this hash. */
  heard(hash: string): void {
    this.#known = hash
  }

  #keep(): void {
    this.#store?.keep([...this.#apps.values()])
  }
}

/** What came with a terminal: the same on all of a model, put there when it was made. */
function shippedApps(
  { sn, model, vendor, apps = [] }: Identity,
  seed: string,
  now: number,
): KeptApp[] {
  const ofModel = chanceOf(seed, model, 'apps')
  const made = now - chanceOf(seed, sn, 'apps').whole([30, 700]) * day
  const signer = createHash('sha256').update(vendor).digest('hex').slice(0, 16)
  const app = (p: string, src: KeptApp['src'], megabytes: readonly [number, number]): KeptApp => {
    const [major, minor] = [ofModel.whole([1, 4]), ofModel.whole([0, 9])]
    const size = Math.round(ofModel.between(megabytes) * 1_048_576)
    const version = { vc: major * 100 + minor, vn: `${major}.${minor}` }
    return { p, ...version, src, sig8: signer, size, inst: made, upd: made, en: true }
  }
  const own = vendor.toLowerCase().replace(/[^a-z0-9]+/g, '') || 'vendor'
  return [
    app(`com.${own}.launcher`, 'SYSTEM', [2, 6]),
    app(`com.${own}.printer`, 'SYSTEM', [1, 3]),
    app('org.muster.agent', 'SYSTEM', [6, 9]),
    app('com.example.pay', 'STORE', [14, 32]),
    ...(ofModel.happens(0.6) ? [app('com.example.loyalty', 'STORE', [4, 12])] : []),
    ...(ofModel.happens(0.4) ? [app('com.example.tips', 'SIDE_LOADED', [1, 4])] : []),
    ...apps,
  ]
}

/** The applications of a terminal that begins, and how they are used there. */
export const inventoryOf = (
  identity: Identity,
  { seed, now, store }: { seed: string; now: number; store: AppStore | null },
): Inventory =>
  new Inventory(shippedApps(identity, seed, now), store, new AppHabits(seed, identity.sn))
