import type pg from 'pg'
import pino from 'pino'
import type { Platform } from '../kit/context.ts'
import { openBucket } from '../platform/bucket.ts'
import { openDatabaseClock } from '../platform/databaseClock.ts'
import { type DatabaseAddress, directOf, openDatabase, openPool } from '../platform/db.ts'
import type { Env, Role } from '../platform/env.ts'
import { errorForLog } from '../platform/errorForLog.ts'
import { every } from '../platform/every.ts'
import { startLiveHub } from '../platform/liveHub.ts'
import { loadSecrets } from '../platform/secrets.ts'

/** The outside world, and the same for each role with connections of its own. */
export interface Platforms {
  /** What all roles of the process share: that of the first one, by the clock of the database. */
  readonly platform: Platform
  readonly of: (role: Role) => Platform
  readonly pools: readonly { readonly role: Role; readonly pool: pg.Pool }[]
  /** One connection for checks: a pool that is used up must not look like a dead database. */
  readonly probe: pg.Pool
  readonly close: () => Promise<void>
}

/** The clock of this machine, which may be wrong. */
export const ownClock = (): Date => new Date()

/** Seconds between two looks at the clock of the database. */
const clockSeconds = 10

/** Opens the outside world on a migrated database; no role can take another's connections. */
export async function openPlatforms(env: Env, database: DatabaseAddress): Promise<Platforms> {
  const opened = env.roles.map((role) => {
    const pool = openPool(database, env.poolSizes[role])
    return { role, pool, db: openDatabase(pool) }
  })
  // Given up soon: after a failover the next check takes the new way.
  const probe = openPool(database, 1, 2_000)
  const [first] = opened
  if (!first) throw new Error('a process has a role')
  const clock = await openDatabaseClock(first.pool, ownClock)
  const platform: Platform = {
    env,
    pool: first.pool,
    db: first.db,
    live: await startLiveHub(directOf(database), first.pool),
    bucket: env.s3 && (await openBucket(env.s3)),
    secrets: loadSecrets(env),
    log: pino({ level: env.logLevel, serializers: { err: errorForLog } }, logOutput()),
    now: clock.now,
  }
  const following = every(
    { name: 'the clock of the database', seconds: clockSeconds, log: platform.log },
    clock.set,
  )
  return {
    platform,
    of(role) {
      const own = opened.find((one) => one.role === role) ?? first
      // A gateway looks at the database's clock by itself, and shows how far off it is.
      const now = role === 'gateway' ? ownClock : clock.now
      return { ...platform, pool: own.pool, db: own.db, now }
    },
    pools: opened,
    probe,
    async close() {
      await Promise.all([platform.live.stop(), following.stop()])
      await Promise.all([probe, ...opened.map(({ pool }) => pool)].map((pool) => pool.end()))
    },
  }
}

/** More than this is not kept while nobody takes it: a full disk must not become full memory. */
const maxLogBytes = 4_000_000

/** Standard output that may fail: on a full disk lines are lost, and the process lives on. */
function logOutput(): pino.DestinationStream {
  const output = pino.destination({ fd: 1, sync: true, maxLength: maxLogBytes })
  output.on('error', () => undefined)
  return output
}
