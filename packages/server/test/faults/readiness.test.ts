import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/embeddedPostgres.ts'
import { type StartedServer, startServer } from '../startedServer.ts'
import { copyInstallation, createPreparedDatabase } from '../prepared.ts'
import type { TestDatabase } from '../testDatabase.ts'
import { signalDatabase } from './stall.ts'

interface Told {
  readonly code: number
  readonly ready?: boolean
  readonly reasons: Readonly<Record<string, string>>
  readonly warnings: readonly string[]
}

async function ask(server: StartedServer, path = '/readyz'): Promise<Told> {
  const answer = await fetch(`${await server.address}${path}`)
  return Object.assign({ code: answer.status, reasons: {}, warnings: [] }, await answer.json())
}

/** Asks until the answer is as it should be: a busy machine may be late, but must come to it. */
const told = (server: StartedServer) => expect.poll(() => ask(server), { interval: 100 })

const end = async (server: StartedServer) => {
  server.child.kill('SIGKILL')
  await server.ended
}

const remove = (folder: string) =>
  rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })

describe('a database that is stopped where it is', () => {
  let folder: string
  let database: EmbeddedPostgres
  let server: StartedServer

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'muster-stall-'))
    await chmod(folder, 0o755)
    await copyInstallation(folder)
    const settings = { fsync: 'off' }
    database = await startEmbeddedPostgres({
      dataFolder: folder,
      settings,
      log: () => undefined,
    })
    server = startServer({
      env: { DATABASE_URL: database.url, MUSTER_DATA: join(folder, 'data') },
    })
    await server.address
  }, 300_000)

  afterAll(async () => {
    await end(server)
    await database.stop()
    await remove(folder)
  })

  it('is told to all who ask, at once and by name, and forgotten when it goes on', async () => {
    await told(server).toMatchObject({ code: 200, ready: true, reasons: {} })
    signalDatabase(folder, 'SIGSTOP')
    try {
      // Half a second long the last answer still counts.
      await told(server).toMatchObject({ code: 503, ready: false })
      const began = performance.now()
      const answers = await Promise.all(Array.from({ length: 200 }, () => ask(server)))
      // Two seconds by design; the rest is for a machine that others use.
      expect(performance.now() - began).toBeLessThan(10_000)
      expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 503))
      expect(answers[0]?.reasons['database']).toMatch(/no answer within 1.4 s|not answer/)
      // No restart would help.
      expect((await ask(server, '/healthz')).code).toBe(200)
    } finally {
      signalDatabase(folder, 'SIGCONT')
    }
    await told(server).toMatchObject({ code: 200, ready: true, reasons: {} })
  }, 300_000)
})

describe('a disk that takes no more', () => {
  let database: TestDatabase
  let folder: string
  let server: StartedServer

  const start = async (role: string) => {
    server = startServer({
      env: { DATABASE_URL: database.url, MUSTER_DATA: folder },
      words: ['--role', role],
    })
    await server.address
  }

  beforeAll(async () => {
    database = await createPreparedDatabase()
    folder = await mkdtemp(join(tmpdir(), 'muster-full-'))
  }, 300_000)

  afterAll(async () => {
    await end(server)
    spawnSync('/bin/umount', [folder])
    await remove(folder)
    await database.drop()
  })

  it('keeps web and worker from their work, and is a warning to a gateway', async () => {
    const isMounted =
      spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=300m', 'tmpfs', folder]).status === 0
    await start('web,worker')
    await told(server).toMatchObject({ code: 200, reasons: {} })
    const refused = isMounted ? await fill(folder) : limitFiles(server)
    await told(server).toMatchObject({ code: 503, reasons: { disk: refused } })
    expect((await ask(server)).reasons).toEqual({ disk: refused })
    await end(server)
    await start('gateway')
    if (!isMounted) limitFiles(server)
    await told(server).toMatchObject({ code: 200, reasons: {} })
    await expect.poll(async () => (await ask(server)).warnings).toContain(refused)
    if (!isMounted) return
    await rm(join(folder, 'ballast'))
    await expect.poll(async () => (await ask(server)).warnings).not.toContain(refused)
  }, 300_000)
})

/** Writes until nothing more goes in; answers what is said of it. */
async function fill(folder: string): Promise<string> {
  const ballast = await open(join(folder, 'ballast'), 'w')
  const block = Buffer.alloc(1 << 20)
  // The size of the mount bounds it.
  const pour = async () => {
    for (;;) await ballast.write(block)
  }
  await expect(pour()).rejects.toMatchObject({ code: 'ENOSPC' })
  await ballast.close()
  return 'The disk of the data folder is full.'
}

/** Where nobody may mount: the kernel refuses the server any byte of a file, with another code. */
function limitFiles({ child }: StartedServer): string {
  const { status } = spawnSync('/usr/bin/prlimit', ['--pid', String(child.pid), '--fsize=0'])
  expect(status).toBe(0)
  return 'The data folder takes no write (EFBIG).'
}
