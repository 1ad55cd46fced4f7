import type { LoginFailureCause } from '@muster/contract'
import type pg from 'pg'
import { every } from '../../../platform/every.ts'
import type { LinkPlatform } from '../linkPlatform.ts'

/** An attempt to come in that was refused. */
export interface LoginFailure {
  readonly cause: LoginFailureCause
  /** What it called itself. */
  readonly name: string
  readonly ip: string
  /** The terminal of this name; null: nobody knows one. */
  readonly device: {
    readonly id: string
    readonly orgId: string
    readonly modelId: string
  } | null
}

interface Counted {
  readonly minute: number
  readonly cause: LoginFailureCause
  readonly orgId: string | null
  readonly modelId: string | null
  count: number
}

interface Example extends Omit<LoginFailure, 'device'> {
  readonly at: number
  readonly orgId: string | null
  readonly modelId: string | null
  readonly deviceId: string | null
}

const flushSeconds = 5
/** Kinds of failures that are told apart between two flushes; those beyond count as nobody's. */
const mostKinds = 500
/** Examples of one cause and address between two flushes. */
const mostExamples = 5
/** Causes and addresses whose examples are kept between two flushes. */
const mostPlaces = 100
/** Examples of one cause that are kept in all. */
const kept = 200

const minuteMs = 60_000

/**
 * Counts refused attempts by minute and cause, with the last ones as examples. However many there
 * are, a few rows are written every few seconds: a flood costs the database nothing.
 */
export class FailureLog {
  readonly #now: () => Date
  #counts = new Map<string, Counted>()
  #examples = new Map<string, Example[]>()

  constructor(now: () => Date) {
    this.#now = now
  }

  note(failure: LoginFailure): void {
    const at = this.#now().getTime()
    this.#count(failure, at - (at % minuteMs))
    this.#exemplify(failure, at)
  }

  #count({ cause, device }: LoginFailure, minute: number): void {
    const full = [minute, cause, device?.orgId, device?.modelId].join(' ')
    const isRoom = this.#counts.has(full) || this.#counts.size < mostKinds
    const { orgId = null, modelId = null } = (isRoom && device) || {}
    const key = isRoom ? full : [minute, cause].join(' ')
    const known = this.#counts.get(key) ?? { minute, cause, orgId, modelId, count: 0 }
    known.count += 1
    this.#counts.set(key, known)
  }

  #exemplify({ device, ...failure }: LoginFailure, at: number): void {
    const key = `${failure.cause} ${failure.ip}`
    const known = this.#examples.get(key) ?? []
    if (known.length === 0 && this.#examples.size >= mostPlaces) return
    const { id: deviceId = null, orgId = null, modelId = null } = device ?? {}
    const name = failure.name.replace(/[^\x20-\x7e]/g, '?').slice(0, 64)
    known.push({ ...failure, name, at, orgId, modelId, deviceId })
    this.#examples.set(key, known.slice(-mostExamples))
  }

  /** Writes down what was noted; nothing is lost where that fails. */
  async flush(pool: pg.Pool): Promise<void> {
    if (this.#counts.size === 0) return
    const [counts, examples] = [this.#counts, this.#examples]
    this.#counts = new Map()
    this.#examples = new Map()
    try {
      await saveFailures(pool, [...counts.values()], [...examples.values()].flat())
    } catch (error) {
      for (const [key, one] of this.#counts) {
        const earlier = counts.get(key)
        if (earlier) earlier.count += one.count
        else counts.set(key, one)
      }
      this.#counts = counts
      throw error
    }
  }
}

async function saveFailures(
  pool: pg.Pool,
  counts: readonly Counted[],
  examples: readonly Example[],
): Promise<void> {
  await pool.query({
    name: 'link.failures',
    text: `with told as (
        select * from jsonb_to_recordset($1::jsonb) as told
          (minute float8, cause text, "orgId" uuid, "modelId" uuid, count bigint)),
      counted as (
        insert into login_failure as known (minute, cause, org_id, model_id, count)
          select to_timestamp(minute / 1000), cause, "orgId", "modelId", count from told order by 1, 2, 3, 4
          on conflict (minute, cause, org_id, model_id) do update set count = known.count + excluded.count),
      shown as (
        insert into login_failure_example (id, at, cause, name, ip, org_id, model_id, device_id)
          select uuid7(), to_timestamp(at / 1000), cause, name, ip, "orgId", "modelId", "deviceId"
          from jsonb_to_recordset($2::jsonb) as shown (at float8, cause text, name text, ip text,
            "orgId" uuid, "modelId" uuid, "deviceId" uuid) order by at)
      delete from login_failure_example old using (select distinct cause from told) as one
        where old.cause = one.cause and old.id < (select latest.id from login_failure_example latest
          where latest.cause = one.cause order by latest.id desc offset ${kept} limit 1)`,
    values: [JSON.stringify(counts), JSON.stringify(examples)],
  })
}

/** The log of one door, which writes itself down until it is stopped. */
export function openFailureLog({ pool, log, now }: Pick<LinkPlatform, 'pool' | 'log' | 'now'>): {
  readonly note: (failure: LoginFailure) => void
  readonly stop: () => Promise<void>
} {
  const failures = new FailureLog(now)
  const flush = () => failures.flush(pool)
  const rounds = every({ name: 'the log of refused sign-ins', seconds: flushSeconds, log }, flush)
  return {
    note: (failure) => failures.note(failure),
    async stop() {
      await rounds.stop()
      await flush().catch((error: unknown) => {
        log.warn({ err: error }, 'refused sign-ins of the last seconds are not on record')
      })
    },
  }
}
