import { createWriteStream } from 'node:fs'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import {
  type BackupNote,
  closeBackup,
  copyFiles,
  databaseFile,
  openBackup,
} from '../platform/backupFolder.ts'
import { streamBaseBackup } from '../platform/baseBackup.ts'
import { startEmbeddedPostgres } from '../platform/embeddedPostgres.ts'
import { ConfigurationError, type Env, readEnv } from '../platform/env.ts'
import { pendingMigrations, shippedMigrations } from '../platform/migrate.ts'
import { type PostgresMemory, recallPostgres } from '../platform/postgresHome.ts'
import { checkTools, dumpDatabase } from '../platform/postgresTools.ts'
import { version } from '../platform/version.ts'
import { runningDatabase } from './runningDatabase.ts'
import { sentenceOf } from './sentenceOf.ts'

// Takes a backup of an installation, also while it runs: database, then files. Never the sealing key.

const say = (text: string): void => void process.stdout.write(`${text}\n`)

interface State {
  readonly postgres: string
  readonly version: number
  /** Databases of old versions say nothing of their key, and lost a trigger in dumps. */
  readonly isNoted: boolean
  readonly keyFingerprint: string | null
}

async function backUp(env: Env, folder: string): Promise<void> {
  const draft = await openBackup(folder)
  // Before and after: what is removed meanwhile belongs to the database's state all the same.
  await copyFiles(env.dataFolder, draft)
  const note = await (env.databaseUrl ? dump(env.databaseUrl, draft) : copyEmbedded(env, draft))
  await copyFiles(env.dataFolder, draft)
  await closeBackup(draft, folder, { ...note, muster: version })
  say(`The backup is in ${folder}.`)
  if (env.s3)
    say(
      'The files in the bucket of S3_URL are not in it: keep what is deleted there, too, for as long as you keep this backup.',
    )
  say(
    'The sealing key is not in it: keep MUSTER_SECRET, or secret.key of the data folder, in another place. Neither opens anything without the other.',
  )
}

type Part = Omit<BackupNote, 'sha256' | 'muster'>

async function dump(databaseUrl: string, draft: string): Promise<Part> {
  const state = await stateOf(databaseUrl)
  if (!state.isNoted)
    throw new ConfigurationError(
      'The database is of a Muster whose dumps cannot be read back whole. Bring it up to date first: npm run migrate.',
    )
  await checkTools(state.version)
  const takenAt = new Date().toISOString()
  await dumpDatabase(databaseUrl, databaseFile(draft, 'outside'))
  return {
    kind: 'outside',
    takenAt,
    postgres: state.postgres,
    keyFingerprint: state.keyFingerprint,
  }
}

/** Of the server that runs; one that does not is started for it. */
async function copyEmbedded(env: Env, draft: string): Promise<Part> {
  const memory = await memoryOf(env)
  const isRunning = await stateOf(runningDatabase(env)).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ConfigurationError) throw error
      return false
    },
  )
  const own = isRunning
    ? null
    : await startEmbeddedPostgres({ dataFolder: env.dataFolder, log: say })
  try {
    const { postgres, keyFingerprint } = await stateOf(own?.url ?? runningDatabase(env))
    const { port, password, superPassword } = own ? await memoryOf(env) : memory
    const takenAt = new Date().toISOString()
    const target = createWriteStream(databaseFile(draft, 'embedded'), { mode: 0o600 })
    const archive = streamBaseBackup({ port, password: superPassword })
    await pipeline(archive, createGzip({ level: 1 }), target)
    const logins = { password, superPassword }
    return { kind: 'embedded', takenAt, postgres, keyFingerprint, logins }
  } finally {
    await own?.stop()
  }
}

async function memoryOf({ dataFolder }: Env): Promise<PostgresMemory> {
  const memory = await recallPostgres(dataFolder)
  if (memory) return memory
  throw new ConfigurationError(
    `There is no embedded database in ${dataFolder}: set MUSTER_DATA or DATABASE_URL to those of the installation.`,
  )
}

async function stateOf(databaseUrl: string): Promise<State> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'muster backup' })
  await client.connect()
  try {
    // The note names this version, whose restore would not know the tables of a newer one.
    await pendingMigrations(client, shippedMigrations())
    const { rows } =
      await client.query<State>(`select current_setting('server_version') as postgres,
      current_setting('server_version_num')::integer as version,
      to_regclass('installation') is not null as "isNoted"`)
    const [state] = rows
    if (!state) throw new Error('the database said nothing of itself')
    return { ...state, keyFingerprint: state.isNoted ? await fingerprintIn(client) : null }
  } finally {
    await client.end()
  }
}

async function fingerprintIn(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ known: string | null }>(
    `select encode(key_fingerprint, 'hex') as known from installation`,
  )
  return rows[0]?.known ?? null
}

async function run([folder, ...more]: readonly string[]): Promise<void> {
  if (folder === undefined || more.length > 0 || folder.startsWith('--'))
    throw new ConfigurationError('Usage: npm run backup -- <new folder>')
  await backUp(readEnv(process.env, []), resolve(folder))
}

await run(process.argv.slice(2)).catch((error: unknown) => {
  say(`No backup was taken. ${sentenceOf(error)}`)
  process.exitCode = 1
})
