import { resolve } from 'node:path'
import pg from 'pg'
import {
  type BackupNote,
  copyFiles,
  databaseFile,
  exists,
  readBackup,
} from '../platform/backupFolder.ts'
import { startEmbeddedPostgres } from '../platform/embeddedPostgres.ts'
import { ConfigurationError, type Env, readEnv } from '../platform/env.ts'
import { restoreCluster } from '../platform/restoreCluster.ts'
import { restoreDump } from '../platform/restoreDump.ts'
import { keyFile, loadSecrets } from '../platform/secrets.ts'
import { isOlder, version } from '../platform/version.ts'
import { askAllTaken } from '../features/device/command/ask.queries.ts'
import { keyFingerprint } from './sealingKey.ts'
import { sentenceOf } from './sentenceOf.ts'

// Makes an installation of a backup: files first, the database last, so that half of it is nothing.

const say = (text: string): void => void process.stdout.write(`${text}\n`)

interface Wish {
  readonly folder: string
  readonly mayReplace: boolean
}

async function restore(env: Env, { folder, mayReplace }: Wish): Promise<void> {
  const note = await readBackup(folder)
  checkVersion(note)
  checkKind(env, note)
  await checkKey(env, note)
  await copyFiles(folder, env.dataFolder)
  const file = databaseFile(folder, note.kind)
  if (env.databaseUrl) {
    await restoreDump({ databaseUrl: env.databaseUrl, dump: file, mayReplace })
    await askTerminals(env.databaseUrl)
  } else await restoreEmbedded(env, note, { archive: file, mayReplace })
  say(`Restored: Muster ${note.muster} as it was at ${note.takenAt}. Start Muster now.`)
}

/** The server is started once: it goes through what was written while it was copied. */
async function restoreEmbedded(
  { dataFolder }: Env,
  { logins }: BackupNote,
  wish: { archive: string; mayReplace: boolean },
): Promise<void> {
  if (!logins) throw new ConfigurationError('The backup does not say how its database is opened.')
  await restoreCluster({ dataFolder, logins, ...wish, say })
  const server = await startEmbeddedPostgres({ dataFolder, log: say })
  try {
    await askTerminals(server.url)
  } finally {
    await server.stop()
  }
}

/**
 * What terminals were at when the backup was taken they have told a database that is gone: they are
 * asked for it anew as soon as they are connected.
 */
async function askTerminals(url: string): Promise<void> {
  const client = new pg.Client(url)
  try {
    await client.connect()
    // A backup of an older version knows nothing of asking; its next start migrates it.
    const { rowCount } = await client.query(`select from information_schema.columns
      where table_schema = 'public' and table_name = 'push_item' and column_name = 'ask_at'`)
    if (rowCount === 0) return
    await askAllTaken(client)
  } catch (error) {
    // The data is there all the same, and whoever waits long enough is asked by itself.
    say(`Terminals are asked later for what they were at: ${sentenceOf(error)}`)
  } finally {
    await client.end()
  }
}

function checkVersion({ muster }: BackupNote): void {
  if (isOlder(version, muster))
    throw new ConfigurationError(
      `The backup is of Muster ${muster}, and this is ${version}: restore it with that version or a newer one.`,
    )
}

function checkKind({ databaseUrl }: Env, { kind, postgres }: BackupNote): void {
  if (kind === 'embedded' && databaseUrl)
    throw new ConfigurationError(
      'The backup is of an embedded database, and DATABASE_URL names another: restore it without DATABASE_URL.',
    )
  if (kind === 'outside' && !databaseUrl)
    throw new ConfigurationError(
      `The backup is of a PostgreSQL server (${postgres}): name an empty database of one in DATABASE_URL.`,
    )
}

async function checkKey(env: Env, { keyFingerprint: wanted }: BackupNote): Promise<void> {
  const file = keyFile(env.dataFolder)
  if (!env.secret && !(await exists(file)))
    throw new ConfigurationError(
      `The sealing key is missing: put the installation's secret.key at ${file}, or set MUSTER_SECRET. Without it nobody can sign in.`,
    )
  if (wanted !== null && keyFingerprint({ secrets: loadSecrets(env) }).toString('hex') !== wanted)
    throw new ConfigurationError(
      `${env.secret ? 'MUSTER_SECRET' : file} is another key than the one that sealed this backup.`,
    )
}

function wishOf(words: readonly string[]): Wish {
  const [folder, ...more] = words.filter((word) => word !== '--overwrite')
  if (folder === undefined || more.length > 0 || folder.startsWith('--'))
    throw new ConfigurationError('Usage: npm run restore -- <folder of a backup> [--overwrite]')
  return { folder: resolve(folder), mayReplace: words.includes('--overwrite') }
}

async function run(words: readonly string[]): Promise<void> {
  await restore(readEnv(process.env, []), wishOf(words))
}

await run(process.argv.slice(2)).catch((error: unknown) => {
  say(`Nothing was restored. ${sentenceOf(error)}`)
  process.exitCode = 1
})
