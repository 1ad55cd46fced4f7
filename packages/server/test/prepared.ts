import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { prepareDatabase } from '../src/bin/prepare.ts'
import { startEmbeddedPostgres } from '../src/platform/embeddedPostgres.ts'
import { createTestDatabase, filledTemplate, onceARun, type TestDatabase } from './testDatabase.ts'

/** Of `admin` in what is prepared here. */
export const adminPassword = 'correct horse battery'

const prepare = (databaseUrl: string) =>
  prepareDatabase({ databaseUrl, adminPassword, say: () => undefined })

/** A database as a first start leaves it: a server of a test that is about another thing finds it done. */
export async function createPreparedDatabase(): Promise<TestDatabase> {
  return createTestDatabase(await filledTemplate('prepared', (_, url) => prepare(url)))
}

/**
 * Puts an embedded database into a data folder, as a first start leaves it. Making the first one of a
 * run costs what a start costs again; the others are copies.
 */
export async function copyInstallation(dataFolder: string): Promise<void> {
  const { template, scratch } = inject('testServer')
  const made = join(scratch, 'installation')
  await onceARun(`${template}_installation`, async () => {
    if (!existsSync(made)) await makeInstallation(made)
  })
  // Each file keeps its owner.
  execFileSync('cp', ['-a', `${made}/.`, dataFolder])
}

async function makeInstallation(folder: string): Promise<void> {
  const unfinished = `${folder}.new`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  await chmod(unfinished, 0o755)
  const log = () => undefined
  const server = await startEmbeddedPostgres({
    dataFolder: unfinished,
    settings: { fsync: 'off' },
    log,
  })
  await prepare(server.url)
  await server.stop()
  // Each copy finds a port of its own.
  const note = join(unfinished, 'embedded-postgres.json')
  const memory: object = JSON.parse(await readFile(note, 'utf8'))
  await writeFile(note, JSON.stringify({ ...memory, port: 0 }))
  await rename(unfinished, folder)
}
