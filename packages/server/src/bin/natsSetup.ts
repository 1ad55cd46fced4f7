import { readEnv } from '../platform/env.ts'
import { makeNatsKeys } from '../platform/natsKeys.ts'
import { natsTrust } from '../platform/natsTrust.ts'
import { openPlatforms } from './platform.ts'
import { runningDatabase } from './runningDatabase.ts'

// Writes the part of nats-server's configuration that makes it believe this installation. The keys
// are made at the first call and kept, sealed, in the database; every call writes the same trust.

try {
  const env = readEnv({ ...process.env, LOG_LEVEL: 'silent' }, [])
  const { platform, close } = await openPlatforms(env, {
    url: runningDatabase(env),
    directUrl: null,
  })
  const text = await natsTrust(await makeNatsKeys(platform))
  await close()
  process.stdout.write(text)
} catch (error) {
  process.stderr.write(
    `The keys cannot be made: ${error instanceof Error ? error.message : String(error)}. Is the database of DATABASE_URL (or MUSTER_DATA) there and migrated?\n`,
  )
  process.exitCode = 1
}
