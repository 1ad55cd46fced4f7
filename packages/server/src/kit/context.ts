import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type pg from 'pg'
import type { Principal } from '../access/principal.ts'
import type { ActionNote } from '../platform/actionNote.ts'
import type { Bucket } from '../platform/bucket.ts'
import type { Cookies } from '../platform/cookies.ts'
import type { Database } from '../platform/db.ts'
import type { Env } from '../platform/env.ts'
import type { LiveHub } from '../platform/liveHub.ts'
import type { DB } from '../platform/schema.ts'
import type { Secrets } from '../platform/secrets.ts'

/** The outside world, opened once at start and handed down. */
export interface Platform {
  readonly env: Env
  readonly pool: pg.Pool
  readonly db: Database
  readonly live: LiveHub
  /** Where stored files lie besides the data folder; null: nowhere. */
  readonly bucket: Bucket | null
  readonly secrets: Secrets
  readonly log: Logger
  readonly now: () => Date
}

/** What a handler works with. In a write, `db` is the call's transaction. */
export interface Context {
  readonly db: Kysely<DB>
  readonly platform: Platform
  readonly principal: Principal
  readonly language: string
  /** The web host that was asked, without its port: what a browser says, not a proof of anything. */
  readonly host: string
  readonly ip: string
  readonly userAgent: string
  readonly cookies: Cookies
  /** The background task that does the work; none, where somebody waits for it. */
  readonly taskId?: string
  /** All records that a batch is about, where this call is made for some of them. */
  readonly among?: readonly string[]
  readonly now: () => Date
  /** Tells the consoles, after the commit, that records below `path` changed. */
  readonly changed: (path: string, ids: readonly string[], orgIds?: readonly string[]) => void
  /** Rings the gateway or a worker after the commit: there is work of this kind. */
  readonly ring: (kind: string) => void
  /** Notes what the action log shows of this call. */
  readonly note: (note: ActionNote) => void
}
