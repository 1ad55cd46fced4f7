import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { openPool } from '../src/platform/db.ts'
import { startEmbeddedPostgres } from '../src/platform/embeddedPostgres.ts'
import { isLogApart } from '../src/platform/logOwner.ts'
import { contentsOf } from './databaseContents.ts'
import { startDebianPostgres } from './debianPostgres.ts'
import { documented, runCommands, runDocumented } from './documentedCommands.ts'
import { embeddedUrl } from './faults/faultBench.ts'
import { copyInstallation } from './prepared.ts'
import { type StartedServer, startServer } from './startedServer.ts'

// docs/operations.md, word by word: what it says is what runs here.

/** An embedded installation that has been started once, and stands still. */
let fresh: string
let folder: string
let servers: StartedServer[] = []

beforeAll(async () => {
  fresh = await newFolder()
  await copyInstallation(fresh)
  await stop(await start({ MUSTER_DATA: fresh, LOG_LEVEL: 'error' }))
})
afterAll(() => removeFolder(fresh))

beforeEach(async () => {
  servers = []
  folder = await newFolder()
  await mkdir(join(folder, 'keys'))
})

async function newFolder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'muster-operations-'))
  // PostgreSQL of a root start has another account that must reach it.
  await chmod(made, 0o755)
  return made
}

const removeFolder = (path: string) =>
  rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })

/** Makes an installation of this name, each file with its owner. */
const install = (name: string) => execFileSync('cp', ['-a', fresh, join(folder, name)])

afterEach(async () => {
  for (const { child } of servers) child.kill('SIGKILL')
  await Promise.all(servers.map(({ ended }) => ended))
  await removeFolder(folder)
})

/** The variables of an operator who keeps one installation under this name. */
const variables = (installation: string, more: Readonly<Record<string, string>> = {}) => ({
  MUSTER_DATA: join(folder, installation),
  KEYS: join(folder, 'keys'),
  BACKUP: join(folder, 'backup'),
  LOG_LEVEL: 'error',
  ...more,
})

async function start(env: Readonly<Record<string, string>>): Promise<StartedServer> {
  await mkdir(env['MUSTER_DATA'] ?? '', { recursive: true })
  const server = startServer({ env })
  servers.push(server)
  expect((await fetch(`${await server.address}/readyz`)).status).toBe(200)
  return server
}

async function stop(server: StartedServer): Promise<void> {
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The embedded database of an installation that runs. */
const urlOf = (installation: string) => embeddedUrl(join(folder, installation))

/** An estate of some organisations and a file, which a backup must bring back. */
async function fill(url: string, installation: string): Promise<void> {
  await withClient(url, (client) =>
    client.query(`insert into organization (name, code, type, parent_id)
        select name, name, 'BANK', (select id from organization where parent_id is null)
        from unnest('{north,south}'::text[]) as name;
      insert into organization (name, code, type, parent_id)
        select 'branch', 'branch', 'BANK', id from organization where code = 'north';
      insert into organization (name, code, type, parent_id)
        select 'till ' || number, 'till' || number, 'BANK', id
        from organization, generate_series(1, 500) as number where code = 'branch'`),
  )
  await mkdir(join(folder, installation, 'files', sha256.slice(0, 2)), { recursive: true })
  await writeFile(fileIn(installation), content)
}

const content = 'what somebody handed in'
const sha256 = createHash('sha256').update(content).digest('hex')
const fileIn = (name: string) => join(folder, name, 'files', sha256.slice(0, 2), sha256)

/** Moves the branch below another organisation; how many of its tills are there then. */
async function moveBranch(url: string, to: 'north' | 'south'): Promise<number> {
  return withClient(url, async (client) => {
    await client.query(
      `update organization set parent_id = (select id from organization where code = $1)
        where code = 'branch'`,
      [to],
    )
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::integer as count from organization till join organization above
        on till.path <@ above.path where till.code like 'till%' and above.code = $1`,
      [to],
    )
    return rows[0]?.count ?? 0
  })
}

async function readEmbedded(installation: string) {
  const dataFolder = join(folder, installation)
  const server = await startEmbeddedPostgres({ dataFolder, log: () => undefined })
  try {
    return await contentsOf(server.url)
  } finally {
    await server.stop()
  }
}

/** Whether the action log is out of the hands of the role that this address names. */
async function isApart(url: string): Promise<boolean> {
  const pool = openPool(url, 1)
  try {
    return await isLogApart(pool)
  } finally {
    await pool.end()
  }
}

it('backs up an embedded installation that stands still, and restores all of it', async () => {
  install('old')
  const server = await startEmbeddedPostgres({
    dataFolder: join(folder, 'old'),
    log: () => undefined,
  })
  await fill(server.url, 'old')
  await server.stop()
  await runDocumented('keep the key', variables('old'))
  expect(await runDocumented('back up', variables('old'))).toContain('The sealing key is not in it')
  expect(await runDocumented('restore', variables('new'))).toContain('Restored: Muster')
  expect(await readEmbedded('new')).toEqual(await readEmbedded('old'))
  expect(await readFile(fileIn('new'), 'utf8')).toBe(content)
  const again = await runCommands(documented('restore'), variables('new'))
  expect(again.code).toBe(1)
  expect(again.output).toContain('There is an installation in')
  expect(again.output).not.toMatch(/^\s+at /m)
  await start(variables('new'))
  expect(await moveBranch(await urlOf('new'), 'south')).toBe(500)
  expect(await isApart(await urlOf('new'))).toBe(true)
}, 400_000)

it('backs up an embedded installation that is written to, as it was at one moment', async () => {
  install('old')
  const running = await start(variables('old'))
  const url = await urlOf('old')
  await fill(url, 'old')
  await runDocumented('keep the key', variables('old'))
  const writing = { goesOn: true, done: 0 }
  const writer = withClient(url, async (client) => {
    for (; writing.goesOn; writing.done += 1)
      await client.query(
        `insert into organization (name, code, type, parent_id)
          select 'n' || $1, 'n' || $1, 'BANK', id from organization where code = 'south'`,
        [writing.done],
      )
  })
  // All that the copy must hold: what was written before it began.
  await expect.poll(() => writing.done, { timeout: 60_000 }).toBeGreaterThan(10)
  const before = writing.done
  await runDocumented('back up', variables('old'))
  writing.goesOn = false
  await writer
  await stop(running)
  await runDocumented('restore', variables('new'))
  await start(variables('new'))
  const found = await withClient(await urlOf('new'), (client) =>
    client.query<{ count: number; last: number }>(`select count(*)::integer as count,
      max(substr(code, 2)::integer) as last from organization where code ~ '^n[0-9]+$'`),
  )
  const { count = 0, last = 0 } = found.rows[0] ?? {}
  // Everything up to a moment of the copy, and nothing after it.
  expect(count).toBe(last + 1)
  expect(count).toBeGreaterThanOrEqual(before)
  expect(count).toBeLessThanOrEqual(writing.done)
  expect(await moveBranch(await urlOf('new'), 'south')).toBe(500)
}, 400_000)

it('backs up and restores a PostgreSQL of the operator, all or nothing', async () => {
  const postgres = await startDebianPostgres()
  onTestFinished(postgres.stop)
  const database = (name: string) =>
    Object.assign(new URL(postgres.url), { pathname: `/${name}`, username: 'muster' }).href
  await withClient(postgres.url, async (client) => {
    await client.query('create role muster login')
    for (const name of ['old', 'new']) await client.query(`create database ${name} owner muster`)
  })
  const old = variables('old', { DATABASE_URL: database('old') })
  const fresh = variables('new', { DATABASE_URL: database('new') })
  expect(await runDocumented('migrate', old)).toContain('one-time password')
  await stop(await start(old))
  await fill(database('old'), 'old')
  await runDocumented('keep the key', old)
  await runDocumented('back up', old)
  await runDocumented('restore', fresh)
  const contents = await contentsOf(database('old'))
  expect(await contentsOf(database('new'))).toEqual(contents)
  expect(await moveBranch(database('new'), 'south')).toBe(500)
  const refused = await runCommands(documented('restore'), fresh)
  expect(refused.output).toContain('There is something in this database already')
  await runCommands('npm run restore -- "$BACKUP" --overwrite', fresh)
  expect(await contentsOf(database('new'))).toEqual(contents)
  expect(await moveBranch(database('new'), 'south')).toBe(500)
  // A dump brings no owners: the log is Muster's own, until a start with a superuser takes it out of its hands.
  expect(await isApart(database('new'))).toBe(false)
  const owner = Object.assign(new URL(postgres.url), { pathname: '/new' }).href
  await stop(await start({ ...fresh, DATABASE_OWNER_URL: owner }))
  expect(await isApart(database('new'))).toBe(true)
}, 400_000)

it('refuses a backup that is damaged or newer, and a key that is another one', async () => {
  install('old')
  await runDocumented('keep the key', variables('old'))
  await runDocumented('back up', variables('old'))
  const refusal = async (what: string, change: (backup: string, keys: string) => unknown) => {
    const [backup, keys] = [join(folder, `backup of ${what}`), join(folder, `keys of ${what}`)]
    await cp(join(folder, 'backup'), backup, { recursive: true })
    await cp(join(folder, 'keys'), keys, { recursive: true })
    await change(backup, keys)
    const env = { ...variables(what), BACKUP: backup, KEYS: keys }
    const { code, output } = await runCommands(documented('restore'), env)
    expect(code).toBe(1)
    expect(output).not.toMatch(/^\s+at /m)
    return output
  }
  expect(
    await refusal('damaged', (backup) => appendFileSync(join(backup, 'database.tar.gz'), 'x')),
  ).toContain('is damaged')
  expect(
    await refusal('newer', (backup) => {
      const file = join(backup, 'backup.json')
      const note: object = JSON.parse(readFileSync(file, 'utf8'))
      writeFileSync(file, JSON.stringify({ ...note, muster: '98.7.6' }))
    }),
  ).toContain('The backup is of Muster 98.7.6')
  expect(
    await refusal('other', (_, keys) => writeFileSync(join(keys, 'secret.key'), Buffer.alloc(32))),
  ).toContain('is another key than the one that sealed this backup')
}, 400_000)
