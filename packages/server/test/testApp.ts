import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Call,
  codes,
  type Envelope,
  fillPath,
  headers,
  type InputOf,
  makeNonce,
  type ReplyOf,
  type RequestKey,
  type ScopeKind,
  signRequest,
} from '@muster/contract'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { pino } from 'pino'
import { buildApp } from '../src/bin/app.ts'
import type { Platform } from '../src/kit/context.ts'
import { openBucket } from '../src/platform/bucket.ts'
import { openDatabase, openPool } from '../src/platform/db.ts'
import { readEnv } from '../src/platform/env.ts'
import { startLiveHub } from '../src/platform/liveHub.ts'
import { makeToken, secretsOf, tokenHash } from '../src/platform/secrets.ts'
import { createTestDatabase, type TestDatabase } from './testDatabase.ts'

/** The web role on a database of its own, answering without a port. */
export interface TestApp {
  readonly http: FastifyInstance
  readonly platform: Platform
  /** The root organisation. */
  readonly rootId: string
  /** What the log holds of failures: a call that fell over shows here. */
  readonly failures: string[]
  close(): Promise<void>
}

/** A clock that a test may move; real time where it does not. */
export interface TestClock {
  now: () => Date
}

/** Builds the web role on a fresh clone of the migrated template, or on another one; close it in `afterAll`. */
export async function startTestApp(
  clock: TestClock = { now: () => new Date() },
  variables: Readonly<Record<string, string>> = {},
  given?: TestDatabase,
): Promise<TestApp> {
  const database = given ?? (await createTestDatabase())
  const pool = database.openPool?.() ?? openPool(database.url, 8)
  const failures: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => failures.push(line) })
  const env = readEnv({ DATABASE_URL: database.url, LOG_LEVEL: 'error', ...variables }, [])
  const platform: Platform = {
    env,
    pool,
    db: openDatabase(pool),
    live: await startLiveHub(database.url, pool),
    bucket: env.s3 && (await openBucket(env.s3)),
    secrets: secretsOf(randomBytes(32)),
    log,
    now: () => clock.now(),
  }
  const http = await buildApp(platform)
  // Loading hundreds of modules on a busy machine looks like an overload for a moment.
  while (http.isUnderPressure()) await sleep(100)
  const rootId = (await findRoot(platform)) ?? (await addOrganization(platform, root)).id
  const close = async () => {
    await http.close()
    await platform.live.stop()
    await pool.end()
    await database.drop()
  }
  return { http, platform, rootId, failures, close }
}

const root = { name: 'Platform', code: 'platform' }

/** The root organisation of a template that is filled. */
async function findRoot({ db }: Platform): Promise<string | undefined> {
  const found = db.selectFrom('organization').select('id').where('parentId', 'is', null)
  return (await found.executeTakeFirst())?.id
}

/** Puts an organisation into the tree, past the rules of its routes. */
export function addOrganization(
  { db }: Pick<Platform, 'db'>,
  values: { name: string; code: string; parentId?: string },
): Promise<{ id: string; path: string }> {
  return db
    .insertInto('organization')
    .values({ ...values, type: 'OPERATOR', path: '' })
    .returning(['id', 'path'])
    .executeTakeFirstOrThrow()
}

export interface UserWishes {
  readonly userName?: string
  readonly orgId?: string
  /** Button codes of the user's role; every call is allowed to a super administrator. */
  readonly permissions?: readonly string[]
  readonly isSuperAdmin?: boolean
  readonly mustChangePassword?: boolean
  readonly dataScope?: ScopeKind
  /** Organisations of a scope CUSTOM. */
  readonly places?: readonly { readonly orgId: string; readonly withBelow: boolean }[]
  readonly vendorIds?: readonly string[]
  readonly modelIds?: readonly string[]
  /** Without it the session has a key and signs every request. */
  readonly isUnbound?: boolean
}

let users = 0

/** Makes a user with a role of the given rights and signs in: a session as the sign-in call would open it. */
export async function signedIn(app: TestApp, wishes: UserWishes = {}): Promise<TestUser> {
  const { db } = app.platform
  const name = wishes.userName ?? `user${++users}`
  const { id: userId } = await db
    .insertInto('appUser')
    .values({
      userName: name,
      realName: name,
      orgId: wishes.orgId ?? app.rootId,
      isSuperAdmin: wishes.isSuperAdmin ?? false,
      passwordHash: 'none',
      mustChangePassword: wishes.mustChangePassword ?? false,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await grant(app, userId, wishes)
  return openSession(app, { userId, name, isUnbound: wishes.isUnbound ?? false })
}

async function grant(app: TestApp, userId: string, wishes: UserWishes): Promise<void> {
  const { db } = app.platform
  const { id: roleId } = await db
    .insertInto('role')
    .values({ code: `role-${userId}`, name: 'Role', orgId: wishes.orgId ?? app.rootId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await giveScope(app, roleId, wishes)
  await grantButtons(db, roleId, wishes.permissions ?? [])
  await db.insertInto('userRole').values({ userId, roleId }).execute()
}

/** Button codes of a role, in two statements however many there are: some users hold every one. */
async function grantButtons(db: Platform['db'], roleId: string, codes: readonly string[]) {
  await sql`insert into menu (menu_type, menu_name, button_code)
    select 2, code, code from unnest(${[...codes]}::text[]) as code
    on conflict (button_code) do nothing`.execute(db)
  await sql`insert into role_menu (role_id, menu_id) select ${roleId}, menu.id from menu
    where menu.button_code = any(${[...codes]}::text[])`.execute(db)
}

async function giveScope({ platform: { db } }: TestApp, roleId: string, wishes: UserWishes) {
  const {
    dataScope: kind = 'OWN_ORG_AND_BELOW',
    places = [],
    vendorIds = [],
    modelIds = [],
  } = wishes
  const { id: scopeId } = await db
    .insertInto('dataScope')
    .values({ roleId, kind, vendorIds: [...vendorIds], modelIds: [...modelIds] })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (places.length > 0)
    await db
      .insertInto('dataScopeOrganization')
      .values(places.map((place) => ({ ...place, scopeId })))
      .execute()
}

/** A session of a user, as the sign-in call would open it. */
export async function openSession(
  app: TestApp,
  { userId, name, isUnbound }: { userId: string; name: string; isUnbound: boolean },
): Promise<TestUser> {
  const { db, secrets } = app.platform
  const token = makeToken()
  const { id: sessionId } = await db
    .insertInto('session')
    .values({
      userId,
      tokenHash: tokenHash(token),
      // By the clock of the test: a session of another time is over or has not begun.
      lastUsedAt: app.platform.now().toISOString(),
      // Never asked for a proof: what asks for one has its own tests.
      provedAt: 'infinity',
      expiresAt: new Date(app.platform.now().getTime() + 3_600_000).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const bytes = randomBytes(32)
  if (!isUnbound)
    await db
      .updateTable('session')
      .set({ sealedKey: secrets.seal(bytes, `session.key:${sessionId}`) })
      .where('id', '=', sessionId)
      .execute()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign'])
  return new TestUser(app, { userId, name, sessionId, token, key: isUnbound ? null : key })
}

/** The user of a session that the sign-in call opened. */
export function openTestUser(
  app: TestApp,
  session: { sessionId: string; token: string; key: RequestKey },
): TestUser {
  return new TestUser(app, { ...session, userId: '', name: '' })
}

export interface Answer<T> extends Envelope<T> {
  readonly status: number
}

/** A request before it is signed; what a test leaves out is what a good client sends. */
export interface RawCall {
  readonly method: string
  /** Path with query. */
  readonly url: string
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly timestamp?: string
  readonly nonce?: string
  /** Headers that replace those of a good client; null leaves one out. */
  readonly headers?: Readonly<Record<string, string | null>>
}

interface Credentials {
  readonly userId: string
  readonly name: string
  readonly sessionId: string
  readonly token: string
  readonly key: RequestKey | null
}

let counter = BigInt(Date.now()) * 1000n

/** A signed-in user who calls the server as a good client does, or as a bad one. */
export class TestUser {
  readonly app: TestApp
  readonly userId: string
  readonly name: string
  readonly sessionId: string
  readonly token: string
  readonly #key: RequestKey | null

  /** What a client of this session holds, to use it at another server. */
  get credentials() {
    if (!this.#key) throw new Error('a session without a key')
    return { sessionId: this.sessionId, token: this.token, key: this.#key }
  }

  constructor(app: TestApp, { userId, name, sessionId, token, key }: Credentials) {
    this.app = app
    this.userId = userId
    this.name = name
    this.sessionId = sessionId
    this.token = token
    this.#key = key
  }

  /** The answer of a call, whatever it is. */
  async call<C extends Call>(call: C, input: InputOf<C>): Promise<Answer<ReplyOf<C>>> {
    const answer = await this.send({ method: call.method, ...addressOf(call, input) })
    return answer as Answer<ReplyOf<C>>
  }

  /** The `data` of a call that succeeds; throws where it does not. */
  async get<C extends Call>(call: C, input: InputOf<C>): Promise<ReplyOf<C>> {
    const { code, msg, data } = await this.call(call, input)
    if (code !== codes.success)
      throw new Error(`${call.method} ${call.path}: ${code} ${msg} ${JSON.stringify(data)}`)
    return data
  }

  /** The answer of a call whose answer may be a file. */
  async file<C extends Call>(
    call: C,
    input: InputOf<C>,
    headers: NonNullable<RawCall['headers']> = {},
  ) {
    const raw = { method: call.method, ...addressOf(call, input), headers }
    const response = await this.#sent(raw, {})
    return {
      status: response.statusCode,
      headers: response.headers,
      body: response.rawPayload,
      json: () => response.json<Envelope<Record<string, string>>>(),
    }
  }

  /** Sends any request, signed unless told otherwise. */
  send(raw: RawCall): Promise<Answer<unknown>> {
    return this.sendAltered(raw, {})
  }

  /** Signs one request and sends another, as somebody between would. */
  async sendAltered(raw: RawCall, altered: Partial<RawCall>): Promise<Answer<unknown>> {
    const response = await this.#sent(raw, altered)
    const status = response.statusCode
    const isFile = response.headers['content-disposition'] !== undefined
    if (isFile) return { status, code: codes.success, msg: 'a file', data: null }
    return { status, ...response.json<Envelope<unknown>>() }
  }

  async #sent(raw: RawCall, altered: Partial<RawCall>) {
    const signed = await this.#headers(raw, bytesOf(raw.body))
    const { method, url, body } = { ...raw, ...altered }
    return this.app.http.inject({
      method: method as 'GET',
      url,
      headers: signed,
      ...(body === undefined ? {} : { payload: Buffer.from(bytesOf(body)) }),
    })
  }

  async #headers(raw: RawCall, body: Uint8Array<ArrayBuffer>): Promise<Record<string, string>> {
    const { method, url: path } = raw
    const timestamp = raw.timestamp ?? String(this.app.platform.now().getTime())
    const nonce = raw.nonce ?? makeNonce(++counter, 1)
    const request = { method, path, body, timestamp, nonce, clientId: this.sessionId }
    const signature = this.#key
      ? await signRequest(this.#key, { ...request, accessToken: this.token })
      : null
    const all: Record<string, string | null> = {
      'content-type': body.length > 0 ? 'application/json' : null,
      // An API client has none.
      [headers.token]: this.token || null,
      [headers.clientId]: this.sessionId,
      [headers.timestamp]: timestamp,
      [headers.signature]: signature,
      ...raw.headers,
    }
    return Object.fromEntries(
      Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== null),
    )
  }
}

const bytesOf = (body: RawCall['body'] = ''): Uint8Array<ArrayBuffer> =>
  typeof body === 'string' ? new TextEncoder().encode(body) : body

interface Parts {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, string | number | null | undefined>>
  readonly body?: unknown
}

/** Where a call goes and what it carries. */
export function addressOf(call: Call, input: object): Pick<RawCall, 'url' | 'body'> {
  const { params, query, body } = input as Parts
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {}))
    if (value !== undefined && value !== null) search.set(key, String(value))
  const url = fillPath(call.path, params) + (search.size > 0 ? `?${search.toString()}` : '')
  if (body === undefined) return { url }
  return { url, body: body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body) }
}
