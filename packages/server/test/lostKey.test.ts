import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codes } from '@muster/contract'
import type pg from 'pg'
import pino from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lostThings } from '../src/bin/lostKey.ts'
import { sealActions } from '../src/features/log/seal.ts'
import { verifyActions } from '../src/features/log/verify.ts'
import { openDatabase, openPool } from '../src/platform/db.ts'
import { type Secrets, secretsOf } from '../src/platform/secrets.ts'
import { documented, runCommands, runDocumented } from './documentedCommands.ts'
import { createPreparedDatabase } from './prepared.ts'
import { tryLogin } from './publicCalls.ts'
import { remoteApp } from './remoteApp.ts'
import { type StartedServer, startServer } from './startedServer.ts'
import type { TestDatabase } from './testDatabase.ts'
import { addDevice, addModel } from './testGateway.ts'

// docs/operations.md, "A lost sealing key": what it says is what runs here.

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]

let database: TestDatabase
let pool: pg.Pool
let folder: string
let servers: StartedServer[]

beforeEach(async () => {
  database = await createPreparedDatabase()
  pool = openPool(database.url, 2)
  folder = await mkdtemp(join(tmpdir(), 'muster-lost-'))
  servers = []
})

afterEach(async () => {
  for (const { child } of servers) child.kill('SIGKILL')
  await Promise.all(servers.map(({ ended }) => ended))
  await pool.end()
  await database.drop()
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
})

const variables = (key: Buffer) => ({
  DATABASE_URL: database.url,
  MUSTER_DATA: folder,
  MUSTER_SECRET: key.toString('base64'),
  LOG_LEVEL: 'error',
})

function start(key: Buffer): StartedServer {
  const server = startServer({ env: variables(key) })
  servers.push(server)
  return server
}

async function stop(server: StartedServer): Promise<void> {
  await server.address
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
}

const platformWith = (secrets: Secrets) => ({
  db: openDatabase(pool),
  pool,
  secrets,
  now: () => new Date(),
  log: pino({ level: 'silent' }),
})

/** Puts something sealed into each place that has such. Answers a terminal. */
async function fill(secrets: Secrets): Promise<string> {
  const platform = platformWith(secrets)
  const own = await pool.query<{ id: string; orgId: string }>(
    `select id, org_id as "orgId" from app_user where is_super_admin`,
  )
  const { id: userId = '', orgId = '' } = own.rows[0] ?? {}
  const sealed = secrets.seal(Buffer.from('{}'), 'something')
  const write = (text: string, ...values: unknown[]) => pool.query(text, [sealed, ...values])
  await write(
    `insert into second_factor (sealed_secret, user_id, bound_at) values ($1, $2, now())`,
    userId,
  )
  await write(
    `insert into session (sealed_key, token_hash, user_id, expires_at)
      values ($1, 'x', $2, now() + interval '1 hour')`,
    userId,
  )
  await write(
    `insert into personal_token (sealed, user_id, name, reach, valid_to)
      values ($1, $2, 'x', 'READ', now() + interval '1 hour')`,
    userId,
  )
  await write(
    `insert into organization_key (sealed_secret, org_id, kind, alias) values ($1, $2, 'WEBHOOK', 'x')`,
    orgId,
  )
  await write(`insert into mail_server (sealed_password, name, host, port, security, sender_address)
    values ($1, 'x', 'localhost', 25, 'none', 'x@example.org')`)
  await write(`insert into setting (path, sealed_value, version) values ('x', $1, 1)`)
  await write(
    `insert into param_format (sealed_source, sha256, name) values ($1, repeat('0', 64), 'X')`,
  )
  await pool.query(`insert into action_log (user_name, method, path, permission, code, duration_ms, request_id)
    values ('x', 'POST', '/x', 'X', 200, 1, 'x')`)
  await expect.poll(async () => (await seal(secrets)).waiting).toBe(0)
  const modelId = await addModel(platform)
  const deviceId = (await addDevice(platform, { modelId, orgId })).id
  await fillParams({ sealed, orgId, deviceId })
  return deviceId
}

/** A secret in a draft, a revision, and what a terminal should have; one of them by a variable. */
async function fillParams(of: { sealed: Buffer; orgId: string; deviceId: string }) {
  const values = [of.sealed, of.orgId, of.deviceId]
  await pool.query(
    `with given as (select $1::bytea as sealed, $2::uuid as org_id, $3::uuid as device_id),
    made as (insert into app (name, package, org_id, app_type, os_kind)
      select 'x', 'com.lost', org_id, 'NORMAL', 'ANDROID' from given returning id, org_id),
    template as (insert into param_template (name, code, org_id, app_id)
      select 'x', 'x', org_id, id from made returning id, app_id, org_id),
    told as (insert into param_template_rev (template_id, rev, content, sha256, draft_sha256, pids, file_count)
      select id, 1, '{"files":[],"groups":[],"headers":[],"fields":[],"rules":[]}', '', '', '{}', 0
      from template returning id),
    said as (insert into param_assignment (name, level, org_id, app_id, template_rev_id, sealed, secret_pids)
      select 'x', 'ORG', template.org_id, template.app_id, told.id, given.sealed, '{pin}'
      from template, told, given returning id),
    revision as (insert into param_assignment_rev (assignment_id, revision, template_rev_id, content,
        sealed, secret_pids, state, starts_at, device_count)
      select said.id, 1, told.id, '{}', given.sealed, '{pin}', 'SCHEDULED', now(), 1
      from said, told, given),
    value as (insert into param_value (owner_id, pid, sealed, sealed_for, from_rev)
      select said.id, 'pin', given.sealed, 'something', 1 from said, given returning id),
    kept as (insert into param_set (app_id, template_rev_id, assignment_ids, value_ids, fingerprint, keys)
      select template.app_id, told.id, '{}', array[value.id], 'x', '{}' from template, told, value
      returning id, app_id)
    insert into param_desired (device_id, app_id, org_id, revision, set_id, sealed_variables, hash, rev)
      select given.device_id, kept.app_id, given.org_id, 1, kept.id, given.sealed, '', 1 from given, kept`,
    values,
  )
}

/** Seals the log, and what a proof of it says then. */
async function seal(secrets: Secrets) {
  await sealActions(platformWith(secrets))
  return verifyActions(platformWith(secrets), { from: '2000-01-01', to: '2100-01-01' })
}

it('knows every place of the database that the key seals', async () => {
  const { rows } = await pool.query<{ place: string }>(
    `select place.relname || '.' || own.attname as place
      from pg_class place join pg_attribute own on own.attrelid = place.oid
      where place.relkind in ('r', 'p') and place.relnamespace = current_schema()::regnamespace
        and own.atttypid = 'bytea'::regtype and not own.attisdropped
        and own.attname ~ '^sealed|_mac$|^secret_mark$|^request_hash$'`,
  )
  expect(rows.map(({ place }) => place).toSorted()).toEqual(Object.keys(lostThings).toSorted())
})

it('gives an installation whose key is lost another one, and lets its administrator in', async () => {
  const [lost, own] = [secretsOf(oldKey), secretsOf(newKey)]
  await stop(start(oldKey))
  const deviceId = await fill(lost)

  const right = await runCommands(documented('replace a lost key'), variables(oldKey))
  expect(right).toMatchObject({ code: 1 })
  expect(right.output).toContain('the key that the installation was sealed with')

  // Taking the fingerprint out, as this document once said, opens nothing: a sentence, no stack.
  await pool.query('update installation set key_fingerprint = null')
  const stranger = start(newKey)
  expect(await stranger.ended).toBe(1)
  expect(stranger.output()).toContain('sealed with another key than MUSTER_SECRET')
  expect(stranger.output()).toContain('A lost sealing key')
  expect(stranger.output()).not.toMatch(/^\s+at /m)

  const said = await runDocumented('replace a lost key', variables(newKey))
  const [, password = ''] = /one-time password "(\w+)"/.exec(said) ?? []
  const left = await pool.query(`select
      (select count(*) from second_factor)::int as factors,
      (select count(*) from session where revoked_at is null or sealed_key is not null)::int as sessions,
      (select count(*) from personal_token)::int as tokens,
      (select count(*) from organization_key where sealed_secret is not null)::int as keys,
      (select count(*) from mail_server where sealed_password is not null or status = 1)::int as mail,
      (select count(*) from setting where sealed_value is not null)::int as settings,
      (select count(*) from param_format)::int as formats`)
  const none = { factors: 0, sessions: 0, tokens: 0, keys: 0, mail: 0, settings: 0, formats: 0 }
  expect(left.rows).toEqual([none])
  const params = await pool.query(`select
      (select count(*) from param_assignment where sealed is not null or secret_pids <> '{}')::int as drafts,
      (select count(*) from param_assignment_rev where sealed is not null or secret_pids <> '{}')::int as revisions,
      (select count(*) from param_value where sealed is not null)::int as values,
      (select count(*) from param_desired where sealed_variables is not null or until is null)::int as held,
      (select count(*) from param_due)::int as due`)
  expect(params.rows).toEqual([{ drafts: 0, revisions: 0, values: 0, held: 0, due: 1 }])

  // A terminal needs a release as any that has a credential; its new one opens.
  const { rows } = await pool.query<{ sealed: Buffer; released: Date | null }>(
    'select sealed_secret as sealed, released_until as released from device where id = $1',
    [deviceId],
  )
  expect(rows[0]?.released).toBeNull()
  expect(own.open(rows[0]?.sealed ?? Buffer.alloc(0), `device.secret:${deviceId}`)).toHaveLength(32)

  const node = start(newKey)
  const address = await node.address
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  const app = remoteApp(address, { pool, secrets: own })
  const signedIn = await tryLogin(app, { userName: 'admin', password })
  expect(signedIn.code).toBe(codes.success)
  expect(signedIn.data).toMatchObject({ firstLogin: 1 })

  const running = await runCommands(documented('replace a lost key'), variables(oldKey))
  expect(running.output).toContain('A node runs')
  await stop(node)

  // The log holds over the loss, also over a second one; no key of somebody else's is believed.
  await pool.query(`insert into action_log (user_name, method, path, permission, code, duration_ms, request_id)
    values ('y', 'POST', '/y', 'Y', 200, 1, 'y')`)
  await expect.poll(async () => (await seal(own)).waiting).toBe(0)
  expect((await seal(own)).faults).toEqual([])
  await runDocumented('replace a lost key', variables(oldKey))
  expect((await seal(lost)).faults).toEqual([])
  await pool.query(`insert into platform_key (name, public_key, sealed_private_key)
    select 'log.seal.until.999', public_key, sealed_private_key from platform_key
    where name ~ 'until' limit 1`)
  await expect(seal(lost)).rejects.toThrow(
    /^"log\.seal\.until\.999" in the database cannot be read/,
  )
}, 400_000)

it('refuses to back up a database that a newer version has brought up to date', async () => {
  await pool.query(`insert into schema_migration (name, checksum, version)
    values ('9999_newer.sql', 'x', '98.7.6')`)
  const env = { ...variables(oldKey), BACKUP: join(folder, 'backup') }
  const { code, output } = await runCommands(documented('back up'), env)
  expect(code).toBe(1)
  expect(output).toMatch(/No backup was taken\. .*by Muster 98\.7\.6 .*this is Muster \d/)
})
