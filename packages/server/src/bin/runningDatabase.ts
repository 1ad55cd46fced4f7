import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '../platform/env.ts'

/** That of DATABASE_URL, else the embedded one of a Muster that runs on this data folder. */
export function runningDatabase(env: Env): string {
  const given = env.databaseDirectUrl ?? env.databaseUrl
  if (given) return given
  const file = join(env.dataFolder, 'embedded-postgres.json')
  const known: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (typeof known !== 'object' || known === null || !('port' in known) || !('password' in known))
    throw new Error(`${file} does not name a database`)
  return `postgres://muster:${String(known.password)}@127.0.0.1:${String(known.port)}/muster`
}
