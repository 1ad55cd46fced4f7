import type pg from 'pg'
import type { Platform } from '../../../kit/context.ts'
import { bucketCheck } from '../../../platform/bucketCheck.ts'
import type { Role } from '../../../platform/env.ts'
import { isLogApart } from '../../../platform/logOwner.ts'
import { openSettings } from '../../../platform/openSettings.ts'
import { watchPool } from '../../../platform/poolCheck.ts'
import { databaseChecks } from './databaseCheck.ts'
import { folderCheck, roomCheck } from './diskCheck.ts'
import type { Health } from './health.plugin.ts'

/** Where the checks look. */
interface Looked {
  /** A connection of the checks' own: an empty pool must not look like a dead database. */
  readonly probe: pg.Pool
  readonly pools: readonly { readonly role: Role; readonly pool: pg.Pool }[]
}

/** Roles that make files; the others do their work on a full disk too. */
const writingRoles: readonly Role[] = ['web', 'worker']

/**
 * What every process looks at; the roles add their own. Which of it keeps a role from its work,
 * and which is a warning, is said in docs/operations.md.
 */
export function processChecks(platform: Platform, { probe, pools }: Looked): Health {
  const { env, live, bucket } = platform
  const { write, clock, drift } = databaseChecks(probe, platform)
  const folder = folderCheck(env.dataFolder)
  const makesFiles = env.roles.some((role) => writingRoles.includes(role))
  const watched = pools.map(({ role, pool }) => watchPool(pool, role))
  return {
    needs: [write, clock, ...watched.map(({ need }) => need), ...(makesFiles ? [folder] : [])],
    warnings: [
      ...(makesFiles ? [] : [folder]),
      roomCheck(env.dataFolder),
      ...(makesFiles ? [bucketCheck({ bucket, pool: probe })] : []),
      drift,
      ...watched.map(({ warning }) => warning),
      {
        name: 'listening',
        check: async () =>
          live.isListening()
            ? null
            : 'What changes is not heard of at once: the listening connection to the database is down.',
      },
      {
        name: 'log owner',
        check: async () =>
          // Where the database does not answer, there is more to say than this.
          (await isLogApart(probe).catch(() => true))
            ? null
            : 'DATABASE_OWNER_URL: the action log belongs to the role that Muster signs in with',
      },
      ...openSettings(env).map(({ warning }) => ({ name: 'settings', check: async () => warning })),
    ],
    vitals: [],
  }
}
