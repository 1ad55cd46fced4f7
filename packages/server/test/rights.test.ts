import { type Call, codes, session, userTheme } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { features } from '../src/features/index.ts'
import type { Route } from '../src/kit/serve.ts'
import { sampleRequest } from './sampleInput.ts'
import { share } from './share.ts'
import {
  type Answer,
  type RawCall,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
  type UserWishes,
} from './testApp.ts'

const routes = features.flatMap((feature) => feature.routes)
const closed = routes.filter(({ call }) => call.permission !== 'public')
const granted = closed.filter(({ call }) => call.permission !== 'signedIn')
const permissions = [...new Set(granted.map(({ call }) => call.permission))]

const nobody = '00000000-0000-7000-8000-000000000001'
const hourMs = 3_600_000

let app: TestApp
const clock = { now: () => new Date() }

beforeAll(async () => {
  app = await startTestApp(clock)
})
afterAll(() => app.close())

const line = ({ call }: Route) => `${call.method} ${call.path}`
const request = ({ call }: Route): RawCall => sampleRequest(call, { id: nobody })

/** The routes that answer a request of theirs with anything but this code. */
async function answeringOtherwise(
  asked: readonly Route[],
  code: number,
  send: (raw: RawCall) => Promise<Answer<unknown>>,
): Promise<string[]> {
  const odd: string[] = []
  for (const route of asked) {
    const answer = await send(request(route))
    const status = code === codes.signInAgain ? 401 : code >= 40000 ? Math.floor(code / 100) : code
    if (answer.code !== code || answer.status !== status)
      odd.push(`${line(route)}: ${answer.status} ${answer.code}`)
  }
  return odd
}

const user = (wishes: UserWishes = {}): Promise<TestUser> =>
  signedIn(app, { permissions, ...wishes })

/** Gives rights to the one role of a user, or takes them: the next request knows. */
async function setRights(
  { userId }: TestUser,
  few: readonly string[],
  has: boolean,
): Promise<void> {
  const { rowCount } = await app.platform.pool.query(
    has
      ? `insert into role_menu (role_id, menu_id) select own.role_id, menu.id from user_role own, menu
          where own.user_id = $1 and menu.button_code = any($2)`
      : `delete from role_menu kept using user_role own, menu where own.user_id = $1
          and menu.button_code = any($2) and kept.role_id = own.role_id and kept.menu_id = menu.id`,
    [userId, few],
  )
  expect(rowCount).toBe(few.length)
}

describe('every call but the public ones', () => {
  it('refuses who shows no token, or one that nobody has', async () => {
    const someone = await user()
    const bad = [null, '', 'x'.repeat(43), `${someone.token}x`]
    for (const [turn, token] of bad.entries()) {
      const send = (raw: RawCall) => someone.send({ ...raw, headers: { ACCESSTOKEN: token } })
      const some = share(closed, turn, bad.length)
      expect(await answeringOtherwise(some, codes.signInAgain, send)).toEqual([])
    }
  })

  const wrongSignatures = [
    ['none', null],
    ['an empty one', ''],
    ['half of one', 'v1.00112233445566778899aabb'],
    ['another version', `v2.00112233445566778899aabb.${'A'.repeat(43)}`],
    ['a made-up one', `v1.00112233445566778899aabb.${'A'.repeat(43)}`],
    ['one in capitals', `V1.00112233445566778899AABB.${'A'.repeat(43)}`],
  ] as const
  it.each(wrongSignatures)('refuses a wrong signature: %s', async (title, signature) => {
    const someone = await user()
    const send = (raw: RawCall) => someone.send({ ...raw, headers: { SIGNATURE: signature } })
    const turn = wrongSignatures.findIndex(([one]) => one === title)
    const some = share(closed, turn, wrongSignatures.length)
    expect(await answeringOtherwise(some, codes.badSignature, send)).toEqual([])
  })

  it('refuses a signature of another key, client, time or address', async () => {
    const [someone, other] = [await user(), await user()]
    const forged: ((raw: RawCall) => Promise<Answer<unknown>>)[] = [
      (raw) => other.send({ ...raw, headers: { ACCESSTOKEN: someone.token } }),
      (raw) => someone.send({ ...raw, headers: { CLIENTID: other.sessionId } }),
      (raw) => someone.send({ ...raw, headers: { TIMESTAMP: String(Date.now() + 5000) } }),
      (raw) =>
        someone.sendAltered(raw, { url: `${raw.url}${raw.url.includes('?') ? '&' : '?'}a=1` }),
    ]
    for (const [turn, send] of forged.entries()) {
      const some = share(closed, turn, forged.length)
      expect(await answeringOtherwise(some, codes.badSignature, send)).toEqual([])
    }
  })

  it('refuses a body that is not the signed one', async () => {
    const someone = await user()
    const writes = closed.filter(({ call }) => call.method !== 'GET')
    const send = (raw: RawCall) => someone.sendAltered(raw, { body: `${String(raw.body ?? '')} ` })
    expect(await answeringOtherwise(writes, codes.badSignature, send)).toEqual([])
  })

  it('refuses what was sent before', async () => {
    // What is refused for want of a right has come in, too, and costs less than to be carried out.
    const someone = await user({ permissions: [] })
    let counter = 0
    const send = async (raw: RawCall) => {
      counter += 1
      const nonce = `${'0'.repeat(8)}${String(counter).padStart(16, '0')}`
      // Signing out would end the session between the two.
      if (raw.url !== session.logout.path) await someone.send({ ...raw, nonce })
      return someone.send({ ...raw, nonce })
    }
    const repeatable = closed.filter(({ call }) => call.path !== session.logout.path)
    expect(await answeringOtherwise(repeatable, codes.replayed, send)).toEqual([])
  })

  it('refuses a clock that is two minutes off, and tells the right time', async () => {
    const someone = await user()
    const offs = [-120_001, 120_001 + 5000, -hourMs, hourMs]
    for (const [turn, off] of offs.entries()) {
      const send = (raw: RawCall) => someone.send({ ...raw, timestamp: String(Date.now() + off) })
      const some = share(closed, turn, offs.length)
      expect(await answeringOtherwise(some, codes.clockSkew, send)).toEqual([])
    }
    const late = { method: 'GET', url: session.info.path, timestamp: String(Date.now() - hourMs) }
    const { data } = await someone.send(late)
    const told = (data as { serverTime: number }).serverTime
    expect(Math.abs(told - Date.now())).toBeLessThan(10_000)
  })

  it('refuses a session that was revoked, has expired or lay idle, or whose user was disabled', async () => {
    const { db } = app.platform
    const past = new Date(Date.now() - hourMs).toISOString()
    const ends: ((one: TestUser) => Promise<unknown>)[] = [
      ({ sessionId }) =>
        db.updateTable('session').set({ revokedAt: past }).where('id', '=', sessionId).execute(),
      ({ sessionId }) =>
        db.updateTable('session').set({ expiresAt: past }).where('id', '=', sessionId).execute(),
      ({ sessionId }) =>
        db.updateTable('session').set({ lastUsedAt: past }).where('id', '=', sessionId).execute(),
      ({ userId }) =>
        db.updateTable('appUser').set({ status: 0 }).where('id', '=', userId).execute(),
    ]
    for (const [turn, end] of ends.entries()) {
      const someone = await user()
      await someone.get(session.info, {})
      await end(someone)
      const some = share(closed, turn, ends.length)
      const odd = await answeringOtherwise(some, codes.signInAgain, (raw) => someone.send(raw))
      expect(odd).toEqual([])
    }
  })

  it('refuses who must set a new password first, but for what he needs to do so', async () => {
    const fresh = await user({ mustChangePassword: true, isSuperAdmin: true })
    const send = (raw: RawCall) => fresh.send(raw)
    const keyOf = ({ method, path }: Call) => `${method} ${path}`
    const { info, menu, passwordRule, changePassword, logout } = session
    const calls = [info, menu, passwordRule, changePassword, logout, userTheme.get]
    const open = calls.map(keyOf)
    const refused = closed.filter(({ call }) => !open.includes(keyOf(call)))
    expect(await answeringOtherwise(refused, codes.passwordChangeRequired, send)).toEqual([])
    const asked = open.flatMap((key) => closed.filter(({ call }) => keyOf(call) === key))
    const odd = await answeringOtherwise(asked, codes.passwordChangeRequired, send)
    expect(odd).toHaveLength(asked.length)
  })
})

describe('a call that a role must grant', () => {
  it('is refused to who has no right at all', async () => {
    const someone = await user({ permissions: [] })
    expect(await answeringOtherwise(granted, codes.forbidden, (raw) => someone.send(raw))).toEqual(
      [],
    )
  })

  /** Neighbours, which are easily taken for each other, are never in one set. */
  const sets = Array.from({ length: 24 }, (_, set) => permissions.filter((__, n) => n % 24 === set))

  it('is refused to who has all rights but a few, and open to who has only those', async () => {
    const odd: string[] = []
    const [others, holder] = [await user(), await user({ permissions: [] })]
    for (const few of sets) {
      await setRights(others, few, false)
      await setRights(holder, few, true)
      const own = granted.filter(({ call }) => few.includes(call.permission))
      odd.push(...(await answeringOtherwise(own, codes.forbidden, (raw) => others.send(raw))))
      for (const route of own) {
        const { code } = await holder.send(request(route))
        // A command, also to many, a pull of logs, a part of a white label, a merge, which removes, a report, which is an export, an auditor's pack, which is several, a group of results, which tells of them, and a list of entries, which adds or changes each, ask for a further right.
        const asksForMore =
          /\/command(?:\/|$)|\/customize\/reset\/|\/station\/merge|\/stat\/v1\/report\/add|\/audit\/pack|\/(mqtt\/v1\/(task|apk|template)\/(add|precheck)|devicelog\/v1\/file\/(pull|precheck)|upgrade\/v1\/result\/togroup|dicts\/import\/json)/.test(
            route.call.path,
          )
        if (code === codes.forbidden && !asksForMore)
          odd.push(`${line(route)} is refused to its holder`)
      }
      await setRights(others, few, true)
      await setRights(holder, few, false)
    }
    expect(odd).toEqual([])
  })

  it('follows a change of the role at the next request', async () => {
    const someone = await user({ permissions: ['VENDOR_LIST'] })
    const page = granted.find(({ call }) => call.path.endsWith('/vendor/page'))
    if (!page) throw new Error('no page of vendors')
    expect((await someone.send(request(page))).code).toBe(200)
    await app.platform.pool.query(
      'delete from role_menu using user_role where role_menu.role_id = user_role.role_id and user_id = $1',
      [someone.userId],
    )
    expect((await someone.send(request(page))).code).toBe(codes.forbidden)
  })

  it('never fails, whatever it is asked', () => {
    expect(app.failures).toEqual([])
  })
})
