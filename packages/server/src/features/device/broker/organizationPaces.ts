import { organizationsPath } from '@muster/contract'
import type pg from 'pg'
import { every } from '../../../platform/every.ts'
import type { Readiness } from '../../../platform/readiness.ts'
import { steadyNow } from '../../../platform/steadyClock.ts'
import type { LinkPlatform } from '../linkPlatform.ts'
import { counted } from '../metrics.ts'
import { newPace, type Pace, waitOfSecond } from './pace.ts'

/** The messages of an organisation and of all below it, of which so many are taken in a second. */
interface Limit {
  readonly id: string
  readonly name: string
  readonly path: string
  readonly perSecond: number
}

interface Kept extends Limit {
  readonly pace: Pace
}

/** The limits that a connection is under, as long as nobody changes one. */
export interface Under {
  limits: readonly Kept[]
  of: readonly Kept[] | null
}

export const underNone = (): Under => ({ limits: [], of: null })

/** How fast the terminals of organisations send at this gateway, as far as somebody above has said so. */
export interface OrganizationPaces {
  /** Milliseconds that a message of a terminal of the organisation at `path` has to wait. */
  readonly waitOf: (under: Under, path: string, now: number) => number
  /** Whether somebody's messages wait just now. */
  readonly warning: Readiness
  readonly stop: () => Promise<void>
}

/** An announcement may be lost. */
const lookSeconds = 30
/** So long it is said that messages had to wait. */
const toldMs = 60_000

export async function openOrganizationPaces({
  pool,
  live,
  log,
}: Pick<LinkPlatform, 'pool' | 'live' | 'log'>): Promise<OrganizationPaces> {
  let limits: readonly Kept[] = []
  const slowedAt = new Map<string, number>()
  const read = async () => {
    const before = new Map(limits.map((limit) => [limit.id, limit.pace]))
    const found = await readLimits(pool)
    limits = found.map((limit) => ({ ...limit, pace: before.get(limit.id) ?? newPace() }))
  }
  const look = every({ name: 'reading the pace of organisations', seconds: lookSeconds, log }, read)
  const end = live.subscribe(({ path }) => {
    if (path === organizationsPath) look.soon()
  })
  await read()
  return {
    waitOf(under, path, now) {
      // Nobody is limited, as nearly everywhere.
      if (limits.length === 0) return 0
      if (under.of !== limits) {
        under.of = limits
        under.limits = limits.filter((limit) => isWithin(path, limit.path))
      }
      let longest = 0
      for (const { id, name, pace, perSecond } of under.limits) {
        const ms = waitOfSecond(pace, perSecond, now)
        if (ms === 0) continue
        slowedAt.set(id, now)
        counted.slowed.inc({ organization: name })
        longest = Math.max(longest, ms)
      }
      return longest
    },
    warning: {
      name: 'pace',
      check: async () => {
        const since = steadyNow() - toldMs
        for (const [id, at] of slowedAt) if (at < since) slowedAt.delete(id)
        return slowedAt.size === 0
          ? null
          : `Messages of ${slowedAt.size} organisation(s) come faster than they may: they wait.`
      },
    },
    stop() {
      end()
      return look.stop()
    },
  }
}

const isWithin = (path: string, top: string): boolean => path === top || path.startsWith(`${top}.`)

async function readLimits(pool: pg.Pool): Promise<Limit[]> {
  const { rows } = await pool.query<Limit>({
    name: 'link.paces',
    text: `select id, name, path::text as path, messages_per_second as "perSecond" from organization
      where messages_per_second is not null and deleted_at is null order by path`,
  })
  return rows
}
