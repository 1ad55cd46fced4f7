import pg from 'pg'
import { ConfigurationError, type Env, readEnv } from '../platform/env.ts'
import { startEmbeddedPostgres } from '../platform/embeddedPostgres.ts'
import { pendingMigrations, shippedMigrations } from '../platform/migrate.ts'
import { loadSecrets, type Secrets } from '../platform/secrets.ts'
import { replaceKey } from './lostKey.ts'
import { keyFingerprint, opensInstallation } from './sealingKey.ts'
import { sentenceOf } from './sentenceOf.ts'

// Makes an installation whose sealing key is lost that of the key which this machine has.

const say = (text: string): void => void process.stdout.write(`${text}\n`)

async function reset(env: Env, databaseUrl: string): Promise<void> {
  const secrets = loadSecrets(env)
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'muster' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await checkState(client, secrets)
    const { adminPassword } = env
    const fingerprint = keyFingerprint({ secrets })
    const administrator = await replaceKey(client, { secrets, fingerprint, adminPassword })
    say('The installation has this sealing key now: keep it, apart from the backups.')
    say(
      administrator
        ? `Sign in: user "${administrator.userName}", ${administrator.oneTimePassword ? `one-time password "${administrator.oneTimePassword}" (shown only now)` : 'the password of MUSTER_ADMIN_PASSWORD'}`
        : 'No super administrator may sign in: enable one in the database, and run this again.',
    )
  } finally {
    await client.end()
  }
}

async function checkState(client: pg.Client, secrets: Secrets): Promise<void> {
  const pending = await pendingMigrations(client, shippedMigrations())
  if (pending.length > 0)
    throw new ConfigurationError(
      'The database is not of this version. Bring it up to date first: npm run migrate.',
    )
  const { rows } = await client.query<{ host: string; pid: number }>(
    `select host, pid from server_node where beat_at > now() - interval '60 seconds' limit 1`,
  )
  const [node] = rows
  if (node)
    throw new ConfigurationError(
      `A node runs, or did a minute ago: process ${node.pid} on ${node.host}. It may still hold the key; stop all nodes first.`,
    )
  if (await opensInstallation(client, secrets))
    throw new ConfigurationError('This is the key that the installation was sealed with.')
}

async function run(words: readonly string[]): Promise<void> {
  if (words.length !== 1 || words[0] !== '--lost')
    throw new ConfigurationError(
      'Usage: npm run key:reset -- --lost. It makes void what the lost sealing key had sealed; what that is says docs/operations.md, "A lost sealing key".',
    )
  const env = readEnv(process.env, [])
  const given = env.databaseDirectUrl ?? env.databaseUrl
  if (given) return reset(env, given)
  const { dataFolder } = env
  const embedded = await startEmbeddedPostgres({ dataFolder, log: say })
  try {
    await reset(env, embedded.url)
  } finally {
    await embedded.stop()
  }
}

await run(process.argv.slice(2)).catch((error: unknown) => {
  say(`The key was not replaced. ${sentenceOf(error)}`)
  process.exitCode = 1
})
