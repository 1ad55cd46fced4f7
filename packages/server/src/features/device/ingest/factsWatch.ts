import { type AlarmKind, kindsOfAlarm } from '@muster/contract'
import type pg from 'pg'
import type { SortedBatch } from './sortBatch.rules.ts'

/** A terminal whose alarm of this kind is to be judged. */
export interface Look {
  readonly deviceId: string
  readonly kind: WatchedKind
  readonly value: unknown
  /** What is told makes it one, by the loosest of all rules. */
  readonly isSo: boolean
}

/** Kinds that heartbeats and U-INFO say something about. */
const watched = [
  'BATTERY',
  'STORAGE',
  'PAPER',
  'TAMPER',
  'ROOT',
  'CLOCK_SKEW',
] as const satisfies readonly AlarmKind[]
type WatchedKind = (typeof watched)[number]

const usual = (kind: AlarmKind): number => kindsOfAlarm[kind].threshold?.usual ?? 0

const refreshMs = 30_000

/**
 * Says whom reports make worth a look, out of memory: the loosest threshold of all rules, and who has
 * an open alarm. Reading that anew once in half a minute is all that it asks of the database; whether
 * there is an alarm is judged by the rule that counts for the terminal, elsewhere.
 */
export class FactsWatch {
  #readAt = Number.NEGATIVE_INFINITY
  #bounds = {
    BATTERY: usual('BATTERY'),
    STORAGE: usual('STORAGE'),
    CLOCK_SKEW: usual('CLOCK_SKEW'),
  }
  #open = new Set<string>()
  /** By which value a terminal was called up last. */
  readonly #called = new Map<string, Pick<Look, 'kind' | 'value'>>()
  /** When a rule of each kind was written last, and how many are in force. */
  #ruledAt = new Map<string, string>()

  async refresh(client: Pick<pg.ClientBase, 'query'>, now: number): Promise<void> {
    if (now - this.#readAt < refreshMs) return
    this.#readAt = now
    const { rows } = await client.query<{
      battery: number
      storage: number
      skew: number
      ruled: Record<string, string>
      open: string[]
    }>(
      `select max(case when kind = 'BATTERY' then coalesce(threshold, $2) end)::float8 as battery,
          max(case when kind = 'STORAGE' then coalesce(threshold, $3) end)::float8 as storage,
          min(case when kind = 'CLOCK_SKEW' then coalesce(threshold, $4) end)::float8 as skew,
          (select coalesce(jsonb_object_agg(kind, at), '{}')
            from (select kind, max(updated_at) || ' ' || count(*) filter (where status = 1 and deleted_at is null) as at
              from alarm_rule where kind = any($1::text[]) group by 1) as written) as ruled,
          array(select device_id || ' ' || kind from alarm where closed_at is null and kind = any($1::text[])) as open
        from alarm_rule where status = 1 and deleted_at is null`,
      [watched, usual('BATTERY'), usual('STORAGE'), usual('CLOCK_SKEW')],
    )
    const { battery, storage, skew, open, ruled = {} } = rows[0] ?? {}
    this.#bounds = {
      BATTERY: battery ?? -1,
      STORAGE: storage ?? -1,
      CLOCK_SKEW: skew ?? Number.POSITIVE_INFINITY,
    }
    this.#open = new Set(open)
    this.#forgetOf(new Map(Object.entries(ruled)))
  }

  /** What was called up in vain by a rule of before is called up again by the one that is there now. */
  #forgetOf(ruledAt: Map<string, string>): void {
    const kinds = new Set<WatchedKind>(
      watched.filter((kind) => ruledAt.get(kind) !== this.#ruledAt.get(kind)),
    )
    this.#ruledAt = ruledAt
    if (kinds.size === 0) return
    for (const [key, { kind }] of this.#called) if (kinds.has(kind)) this.#called.delete(key)
  }

  /** Terminals that a batch makes worth a look. */
  looksOf({ states, snapshots }: Pick<SortedBatch, 'states' | 'snapshots'>): Look[] {
    const looks: Look[] = []
    for (const { deviceId, battery, isCharging, freeMb } of states.values()) {
      if (battery !== null) {
        const isLow = battery <= this.#bounds.BATTERY && isCharging !== true
        const value = `${battery} ${isCharging}`
        this.#weigh(looks, { deviceId, kind: 'BATTERY', value, isSo: isLow })
      }
      if (freeMb !== null) {
        const isLow = freeMb < this.#bounds.STORAGE
        const value = Math.floor((freeMb * 20) / Math.max(1, this.#bounds.STORAGE))
        this.#weigh(looks, { deviceId, kind: 'STORAGE', value, isSo: isLow })
      }
    }
    for (const { deviceId, kind, document } of snapshots.values())
      if (kind === 'info' && typeof document === 'object' && document !== null)
        this.#weighInformation(looks, deviceId, new Map(Object.entries(document)))
    return looks
  }

  /** These looks are in the database. */
  called(looks: readonly Look[]): void {
    for (const look of looks) {
      const key = keyOf(look)
      if (this.#called.size > 500_000) this.#called.clear()
      // All is well again: that has been looked at, and there is nothing to remember.
      if (look.isSo || this.#open.has(key)) this.#called.set(key, look)
      else this.#called.delete(key)
    }
  }

  #weighInformation(looks: Look[], deviceId: string, told: ReadonlyMap<string, unknown>): void {
    const weigh = (kind: WatchedKind, value: unknown, isSo: boolean) =>
      value === undefined ? undefined : this.#weigh(looks, { deviceId, kind, value, isSo })
    const [printer, skew] = [told.get('printer'), told.get('skewSeconds')]
    weigh('PAPER', printer, printer === 'NO_PAPER' || printer === 'ERROR')
    weigh('TAMPER', told.get('isTampered'), told.get('isTampered') === true)
    weigh('ROOT', told.get('isRooted'), told.get('isRooted') === true)
    weigh('CLOCK_SKEW', skew, typeof skew === 'number' && Math.abs(skew) > this.#bounds.CLOCK_SKEW)
  }

  /** What is as it was when it was looked at last is not looked at again. */
  #weigh(looks: Look[], look: Look): void {
    const key = keyOf(look)
    const called = this.#called.get(key)
    const isOpen = this.#open.has(key)
    if (look.isSo ? isOpen : !isOpen && !called) return
    if (called && called.value === look.value) return
    looks.push(look)
  }
}

const keyOf = ({ deviceId, kind }: Pick<Look, 'deviceId' | 'kind'>): string => `${deviceId} ${kind}`

/** Calls terminals up to be judged. */
export async function callUp(
  client: Pick<pg.ClientBase, 'query'>,
  looks: readonly Look[],
): Promise<void> {
  await client.query({
    name: 'link.looks',
    text: `insert into alarm_signal (device_id, kind, act)
      select device_id, kind, 'LOOK' from unnest($1::uuid[], $2::text[]) as look (device_id, kind)`,
    values: [looks.map(({ deviceId }) => deviceId), looks.map(({ kind }) => kind)],
  })
}
