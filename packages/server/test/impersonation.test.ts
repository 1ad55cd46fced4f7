import { once } from 'node:events'
import {
  actionLog,
  agreeSessionKey,
  areas,
  type Call,
  codes,
  impersonationMinutes,
  importUpload,
  livePath,
  makeKeyPair,
  notices,
  ownSessions,
  platformUsers,
  session,
  users,
} from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { features } from '../src/features/index.ts'
import { watchSeconds } from '../src/features/notice/live/live.plugin.ts'
import { hears } from './hears.ts'
import { sampleRequest } from './sampleInput.ts'
import {
  addOrganization,
  openTestUser,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
  type UserWishes,
} from './testApp.ts'

const routes = features.flatMap((feature) => feature.routes)
/** Every right there is but administration itself. */
const rights = [...new Set(routes.map(({ call }) => call.permission))].filter(
  (permission) => permission !== 'public' && permission !== 'signedIn',
)
const nobody = '00000000-0000-7000-8000-000000000001'

let app: TestApp
let bank: { id: string; path: string }
const clock = { now: () => new Date() }

beforeAll(async () => {
  app = await startTestApp(clock)
  bank = await addOrganization(app.platform, { name: 'bank', code: 'bank', parentId: app.rootId })
})
beforeEach(() => {
  clock.now = () => new Date()
})
afterAll(() => app.close())

let people = 0

/** Somebody whose request was approved, with his account. */
async function person(wishes: UserWishes = {}) {
  const owner = await signedIn(app, {
    orgId: bank.id,
    permissions: ['AREA_LIST', 'AREA_ADD', 'DEVICE_LIST', 'DEVICE_EXPORT'],
    ...wishes,
  })
  people += 1
  const email = `developer${people}@example.org`
  await app.platform.db
    .updateTable('appUser')
    .set({ email, language: 'en' })
    .where('id', '=', owner.userId)
    .execute()
  const { id } = await app.platform.db
    .insertInto('platformUser')
    .values({
      email,
      realName: owner.name,
      kind: 'DEVELOPER',
      state: 'ACTIVE',
      userId: owner.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, email, owner }
}

const operator = (wishes: UserWishes = {}) =>
  signedIn(app, { permissions: rights, dataScope: 'ALL', ...wishes })

/** Begins to look; answers what the server says. */
async function ask(who: TestUser, id: string) {
  const pair = await makeKeyPair()
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const publicKey = { kty: 'EC', crv: 'P-256', x, y } as const
  const body = { reason: 'Ticket 17: an empty list', publicKey }
  const answer = await who.call(platformUsers.impersonate, { params: { id }, body })
  return { answer, pair }
}

/** The session in which somebody looks. */
async function look(who: TestUser, id: string): Promise<TestUser> {
  const { answer, pair } = await ask(who, id)
  if (!answer.data.publicKey) throw new Error(`${answer.code} ${answer.msg}`)
  const { accessToken: token, clientId: sessionId, publicKey } = answer.data
  const key = await agreeSessionKey(pair.privateKey, publicKey, sessionId)
  return openTestUser(app, { sessionId, token, key })
}

async function begun() {
  const [who, one] = [await operator(), await person()]
  return { who, ...one, looking: await look(who, one.id) }
}

describe('who looks as another', () => {
  it('sees what that one sees, and stays himself in his own session', async () => {
    const { who, owner, looking } = await begun()
    const seen = await looking.get(session.info, {})
    expect(seen).toMatchObject({ userName: owner.name, impersonation: { by: who.name } })
    expect(seen.btns).toEqual((await owner.get(session.info, {})).btns)
    expect(await who.get(session.info, {})).toMatchObject({
      userName: who.name,
      impersonation: null,
    })
    expect((await looking.get(areas.page, { query: {} })).list).toEqual([])
    expect((await looking.call(users.page, { query: {} })).code).toBe(codes.forbidden)
  })

  it('hears what changes for that one, over a stream of his own', async () => {
    const { looking } = await begun()
    const { heard, upToNow, socket } = await hears(app, looking)
    const path = '/admin/device/v1/device'
    app.platform.live.changed({ path, ids: ['there'], orgIds: [app.rootId] })
    app.platform.live.changed({ path, ids: ['where'], orgIds: [bank.id] })
    await upToNow()
    expect(heard.join()).toContain('"where"')
    expect(heard.join()).not.toContain('"there"')
    socket.terminate()
  })

  it('does nothing: every call that writes, or takes a file away, is refused', async () => {
    const who = await operator()
    const { id } = await person({ permissions: rights })
    const looking = await look(who, id)
    const mayDo: readonly Call[] = [session.logout, session.ticket]
    const asked = routes.map(({ call }) => call).filter((call) => call.permission !== 'public')
    const writing = asked.filter(
      (call) => (call.method !== 'GET' || call.file) && !mayDo.includes(call),
    )
    expect(writing.length).toBeGreaterThan(200)
    const passed: string[] = []
    for (const call of writing) {
      const { code } = await looking.send(sampleRequest(call, { id: nobody }))
      if (code !== codes.readOnly) passed.push(`${call.method} ${call.path}: ${code}`)
    }
    expect(passed).toEqual([])
  })

  it('gets a ticket for the stream only: no file comes in or goes out by one', async () => {
    const { looking } = await begun()
    for (const path of [importUpload.path, '/admin/device/v1/device/export'])
      expect((await looking.call(session.ticket, { body: { path } })).code).toBe(codes.readOnly)
  })

  it('may not look on from there', async () => {
    const who = await operator()
    const first = await person({ permissions: rights, dataScope: 'ALL' })
    const second = await person()
    const looking = await look(who, first.id)
    expect((await ask(looking, second.id)).answer.code).toBe(codes.readOnly)
  })
})

describe('nobody looks', () => {
  it('without the right, or whose data scope is not the whole platform', async () => {
    const { id } = await person()
    const without = rights.filter((right) => right !== 'PLATFORM_USER_IMPERSONATE')
    expect((await ask(await operator({ permissions: without }), id)).answer.code).toBe(
      codes.forbidden,
    )
    const below = await operator({ dataScope: 'OWN_ORG_AND_BELOW' })
    expect((await ask(below, id)).answer.code).toBe(codes.notFound)
  })

  it('as somebody who holds what he does not', async () => {
    const { id } = await person()
    const weak = await operator({
      permissions: ['PLATFORM_USER_LIST', 'PLATFORM_USER_IMPERSONATE', 'AREA_LIST'],
    })
    expect((await ask(weak, id)).answer.code).toBe(codes.forbidden)
  })

  it('as an administrator, as himself, or as whose account is not to be used', async () => {
    const admin = await signedIn(app, { isSuperAdmin: true })
    const boss = await person({ isSuperAdmin: true })
    expect((await ask(admin, boss.id)).answer).toMatchObject({
      code: codes.wrongState,
      msg: 'Nobody looks at the console as an administrator',
    })
    const mine = await person({ permissions: rights, dataScope: 'ALL' })
    expect((await ask(mine.owner, mine.id)).answer).toMatchObject({
      code: codes.wrongState,
      msg: 'This account is your own',
    })
    const frozen = await person()
    await admin.get(platformUsers.freeze, { params: { id: frozen.id, on: '1' } })
    expect((await ask(admin, frozen.id)).answer.code).toBe(codes.wrongState)
  })

  it('without a reason', async () => {
    const { id } = await person()
    const body = { reason: '   ' }
    const answer = await (await operator()).call(platformUsers.impersonate, {
      params: { id },
      body,
    })
    expect(answer).toMatchObject({
      code: codes.badRequest,
      data: { fields: [{ field: 'reason' }] },
    })
  })
})

interface Begun {
  readonly who: TestUser
  readonly owner: TestUser
  readonly looking: TestUser
  readonly id: string
}
const change = (id: string, values: { status: number } | { isSuperAdmin: boolean }) =>
  app.platform.db.updateTable('appUser').set(values).where('id', '=', id).execute()

const endings: readonly (readonly [string, (begun: Begun) => Promise<unknown>])[] = [
  ['its button is pressed', ({ looking }) => looking.get(session.logout, {})],
  ['whoever looks signs out', ({ who }) => who.get(session.logout, {})],
  ['whoever looks is disabled', ({ who }) => change(who.userId, { status: 0 })],
  [
    'whoever looks loses the right to',
    ({ who }) =>
      sql`delete from role_menu using menu, user_role where menu.id = role_menu.menu_id
        and menu.button_code = 'PLATFORM_USER_IMPERSONATE' and user_role.role_id = role_menu.role_id
        and user_role.user_id = ${who.userId}`.execute(app.platform.db),
  ],
  [
    'the account holds more by now than whoever looks',
    ({ owner }) => change(owner.userId, { isSuperAdmin: true }),
  ],
  [
    'the account is frozen',
    async ({ id }) => {
      const admin = await signedIn(app, { isSuperAdmin: true })
      await admin.get(platformUsers.freeze, { params: { id, on: '1' } })
    },
  ],
  [
    'the owner ends it',
    async ({ owner, looking }) => {
      await owner.get(ownSessions.end, { params: { id: looking.sessionId } })
    },
  ],
]

describe('it is over within a second, with its stream, when', () => {
  it.each(endings)('%s', async (_, end) => {
    const { who, owner, looking, id } = await begun()
    const { ticket } = await looking.get(session.ticket, { body: { path: livePath } })
    const socket = await app.http.injectWS(`${livePath}?ticket=${ticket}`)
    const closed = once(socket, 'close')
    await end({ who, owner, looking, id })
    const ended = performance.now()
    expect((await looking.call(session.info, {})).code).toBe(codes.signInAgain)
    await closed
    expect(performance.now() - ended).toBeLessThan(10_000)
    expect(watchSeconds).toBeLessThan(1)
  })

  it('its minutes have passed, however busy it was', async () => {
    const { looking } = await begun()
    const began = Date.now()
    for (let minute = 1; minute < impersonationMinutes; minute += 1) {
      clock.now = () => new Date(began + minute * 60_000)
      expect((await looking.call(session.info, {})).code).toBe(codes.success)
    }
    clock.now = () => new Date(began + impersonationMinutes * 60_000 + 1000)
    expect((await looking.call(session.info, {})).code).toBe(codes.signInAgain)
  })

  it('takes no place among the sessions of the owner, and ends none of them', async () => {
    const { owner, looking } = await begun()
    const list = await owner.get(ownSessions.list, {})
    expect(list.find(({ id }) => id === looking.sessionId)?.impersonator).toMatch(/^user/)
    expect(list.find(({ isCurrent }) => isCurrent)?.impersonator).toBeNull()
    await looking.get(session.logout, {})
    expect((await owner.call(session.info, {})).code).toBe(codes.success)
  })
})

describe('it stands on record', () => {
  const entriesOf = async (looking: TestUser, who: TestUser) => {
    const admin = await signedIn(app, { isSuperAdmin: true })
    const { list } = await admin.get(actionLog.page, {
      query: { userName: who.name, pageSize: 100 },
    })
    return { admin, list: list.filter(({ userId }) => userId !== looking.userId) }
  }

  it('with both names, for what was seen, and the reason for all of it', async () => {
    const { who, owner, looking } = await begun()
    await looking.get(areas.page, { query: { keyword: 'Gulf' } })
    await looking.get(session.logout, {})
    const { admin, list } = await entriesOf(looking, who)
    const read = list.find(({ path }) => path === areas.page.path)
    expect(read).toMatchObject({ userName: owner.name, impersonatorName: who.name, code: 200 })
    const begin = list.find(({ path }) => path === platformUsers.impersonate.path)
    expect(begin).toMatchObject({ userName: who.name, impersonatorName: null })
    const query = { id: begin?.id ?? '', at: begin?.at ?? '' }
    expect(await admin.get(actionLog.detail, { query })).toMatchObject({
      request: { reason: 'Ticket 17: an empty list', publicKey: '***' },
      after: { userName: owner.name, reason: 'Ticket 17: an empty list' },
    })
    expect(list.map(({ path }) => path)).toContain(session.logout.path)
  })

  it('in entries whose seal covers who looked', async () => {
    const { who, looking } = await begun()
    await looking.get(areas.page, { query: {} })
    const { rows } = await sql`select log.hash = action_log_hash(log) as is_whole,
        log.hash = action_log_hash(jsonb_populate_record(log, '{"impersonator_name": "somebody"}')) as is_other
      from action_log log where log.impersonator_name = ${who.name}`.execute(app.platform.db)
    expect(rows).toEqual([{ isWhole: true, isOther: false }])
  })

  it('is told to the owner at once, by notice and by mail, with name and reason', async () => {
    const { who, owner, email } = await begun()
    const { list } = await owner.get(notices.page, { query: {} })
    expect(list.map(({ notice }) => notice).join()).toContain(
      `${who.name} looks at the console as you, for 15 minutes at most`,
    )
    const mail = await app.platform.db
      .selectFrom('mailLog')
      .select(['template', 'html', 'orgId'])
      .where('toAddress', '=', email)
      .executeTakeFirstOrThrow()
    expect(mail).toMatchObject({ template: 'IMPERSONATED', orgId: bank.id })
    expect(mail.html).toContain('Ticket 17: an empty list')
    expect(mail.html).toContain(who.name)
  })
})
