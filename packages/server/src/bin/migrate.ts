import { keepSettings } from '../platform/db.ts'
import { readEnv } from '../platform/env.ts'
import { startEmbeddedPostgres } from '../platform/embeddedPostgres.ts'
import { withLogOwner } from '../platform/logOwner.ts'
import { version } from '../platform/version.ts'
import { prepareDatabase } from './prepare.ts'
import { sentenceOf } from './sentenceOf.ts'

// Brings the database up to this version and ends: before nodes of a new version are started.

const say = (text: string): void => void process.stdout.write(`${text}\n`)

async function run(): Promise<void> {
  const env = readEnv(process.env, process.argv.slice(2))
  const { dataFolder, adminPassword } = env
  const embedded = env.databaseUrl ? null : await startEmbeddedPostgres({ dataFolder, log: say })
  const databaseUrl = env.databaseDirectUrl ?? env.databaseUrl ?? embedded?.url ?? ''
  const ownerUrl = embedded?.ownerUrl ?? env.databaseOwnerUrl
  try {
    await withLogOwner(ownerUrl, () => prepareDatabase({ databaseUrl, adminPassword, say }))
    if (env.databaseDirectUrl) await keepSettings(env.databaseDirectUrl)
    say(`The database is that of Muster ${version}.`)
  } finally {
    await embedded?.stop()
  }
}

await run().catch((error: unknown) => {
  say(sentenceOf(error))
  process.exitCode = 1
})
