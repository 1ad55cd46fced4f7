import pino from 'pino'
import type { Platform } from '../kit/context.ts'
import { openDatabase, openPool } from '../platform/db.ts'
import type { Env } from '../platform/env.ts'
import { startLiveHub } from '../platform/liveHub.ts'
import { loadSecrets } from '../platform/secrets.ts'

/** Opens the outside world on a migrated database. */
export async function openPlatform(env: Env, databaseUrl: string): Promise<Platform> {
  const pool = openPool(databaseUrl)
  return {
    env,
    pool,
    db: openDatabase(pool),
    live: await startLiveHub(databaseUrl, pool),
    secrets: loadSecrets(env),
    log: pino({ level: env.logLevel }),
    now: () => new Date(),
  }
}

/** Closes what {@link openPlatform} opened. */
export async function closePlatform({ live, pool }: Platform): Promise<void> {
  await live.stop()
  await pool.end()
}
