import {
  codes,
  customizes,
  organizations,
  orgPolicy,
  passwordPolicy,
  type PasswordPolicy,
  policyPresets,
  session,
} from '@muster/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  addPerson,
  aPassword,
  setSetting,
  signInAs,
  solvedCaptcha,
  tryLogin,
} from '../../../../test/publicCalls.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'

const clock = { now: () => new Date() }
let app: TestApp
let admin: TestUser
let bank: { id: string }
let branch: { id: string }
let other: { id: string }

beforeAll(async () => {
  app = await startTestApp(clock)
  const place = (name: string, parentId: string) =>
    addOrganization(app.platform, { name, code: name, parentId })
  bank = await place('bank', app.rootId)
  branch = await place('branch', bank.id)
  other = await place('other', app.rootId)
  admin = await signedIn(app, { isSuperAdmin: true, userName: 'layla' })
})
afterEach(async () => {
  clock.now = () => new Date()
  await app.platform.pool.query('update customize set policy = null')
  await setSetting(app, passwordPolicy, {})
})
afterAll(() => app.close())

const save = async (orgId: string, more: Partial<PasswordPolicy>) => {
  const params = { id: orgId }
  const { version } = await admin.get(orgPolicy.get, { params })
  const { above } = await admin.get(orgPolicy.get, { params })
  return admin.call(orgPolicy.save, { params, body: { ...above, ...more, version } })
}

/** Somebody of an organisation with a password. */
async function personOf(orgId: string) {
  const person = await addPerson(app)
  await app.platform.db.updateTable('appUser').set({ orgId }).where('id', '=', person.id).execute()
  return person
}
/** A sign-in that a captcha does not stop, whatever failed before. */
const login = async ({ userName }: { userName: string }, password = aPassword) =>
  tryLogin(app, { userName, password, ...(await solvedCaptcha(app)) })

describe('the password policy of an organisation', () => {
  it('says how long the passwords of its people must be, and of nobody else', async () => {
    expect((await save(bank.id, { min: 20 })).code).toBe(codes.success)
    const change = async (orgId: string, newPassword: string) => {
      const user = await signInAs(app, {
        userName: (await personOf(orgId)).userName,
        password: aPassword,
      })
      const { min } = await user.get(session.passwordRule, {})
      const { code } = await user.call(session.changePassword, {
        body: { oldPassword: aPassword, newPassword },
      })
      return { min, code }
    }
    const short = 'quartz lantern 7'
    expect(await change(bank.id, short)).toEqual({ min: 20, code: codes.badRequest })
    expect(await change(branch.id, short)).toEqual({ min: 20, code: codes.badRequest })
    expect(await change(other.id, short)).toEqual({ min: 12, code: codes.success })
    expect(await change(bank.id, 'quartz lantern 7 pebbles')).toEqual({
      min: 20,
      code: codes.success,
    })
  })

  it('says after how many failures its people are locked, and for how long', async () => {
    await save(bank.id, { maxFail: 3, lockMinutes: 90 })
    await save(other.id, { maxFail: 5, lockMinutes: 0 })
    const lockOf = async ({ userName }: { userName: string }) => {
      const { lockedUntil } = await app.platform.db
        .selectFrom('appUser')
        .select('lockedUntil')
        .where('userName', '=', userName)
        .executeTakeFirstOrThrow()
      return lockedUntil === null
        ? null
        : Math.round((Date.parse(lockedUntil) - Date.now()) / 60_000)
    }
    // Nobody outside is told sooner than the platform locks: nameOracle.test.ts.
    const untilLocked = async (person: { userName: string }) => {
      for (let count = 1; count <= 10; count++) {
        await login(person, 'wrong')
        const minutes = await lockOf(person)
        if (minutes !== null) return { count, minutes }
      }
      return null
    }
    expect(await untilLocked(await personOf(branch.id))).toEqual({ count: 3, minutes: 90 })
    const forGood = await untilLocked(await personOf(other.id))
    expect(forGood?.count).toBe(5)
    expect(forGood?.minutes).toBeGreaterThan(60 * 24 * 365)
    expect(await untilLocked(await personOf(app.rootId))).toMatchObject({ count: 10 })
  })

  it('says after how many idle minutes the sessions of its people end', async () => {
    await save(bank.id, { idleMinutes: 5 })
    const start = Date.now()
    const at = (minutes: number) => {
      clock.now = () => new Date(start + minutes * 60_000)
    }
    at(0)
    const [ofBranch, ofOther] = [
      await signedIn(app, { orgId: branch.id }),
      await signedIn(app, { orgId: other.id }),
    ]
    at(4)
    expect((await ofBranch.call(session.info, {})).code).toBe(codes.success)
    at(8)
    expect((await ofBranch.call(session.info, {})).code).toBe(codes.success)
    at(14)
    expect((await ofBranch.call(session.info, {})).code).toBe(codes.signInAgain)
    expect((await ofOther.call(session.info, {})).code).toBe(codes.success)
  })

  it('counts for sessions that are open already', async () => {
    const start = Date.now()
    const user = await signedIn(app, { orgId: bank.id })
    clock.now = () => new Date(start + 6 * 60_000)
    const boss = await signedIn(app, { isSuperAdmin: true })
    const params = { id: bank.id }
    const { above, version } = await boss.get(orgPolicy.get, { params })
    await boss.get(orgPolicy.save, { params, body: { ...above, idleMinutes: 5, version } })
    expect((await user.call(session.info, {})).code).toBe(codes.signInAgain)
  })

  it('says how many sessions its people may have, and when their passwords expire', async () => {
    await save(bank.id, { maxSessions: 1, expireDays: 30 })
    const person = await personOf(branch.id)
    const credentials = { userName: person.userName, password: aPassword }
    const from = { ip: '10.1.0.1' }
    const first = await signInAs(app, credentials, from)
    await signInAs(app, credentials, from)
    expect((await first.call(session.info, {})).code).toBe(codes.signInAgain)
    const old = new Date(Date.now() - 40 * 86_400_000).toISOString()
    const both = [person, await personOf(other.id)]
    for (const { id } of both)
      await app.platform.db
        .updateTable('appUser')
        .set({ passwordChangedAt: old })
        .where('id', '=', id)
        .execute()
    const [ofBranch, ofOther] = [await login(person), await login(both[1] ?? person)]
    expect([ofBranch.data.pwdCheck, ofOther.data.pwdCheck]).toEqual([1, 0])
  })

  it('says where its people may sign in from, and tells only them', async () => {
    await save(bank.id, { ipAllowList: ['192.0.2.0/24'] })
    const person = await personOf(bank.id)
    expect((await login(person, 'wrong')).code).toBe(codes.badCredentials)
    expect((await login(person)).code).toBe(codes.addressNotAllowed)
    const inside = { ip: '192.0.2.7' }
    const there = await tryLogin(app, { userName: person.userName, password: aPassword }, inside)
    expect(there.code).toBe(codes.success)
    expect((await login(await personOf(other.id))).code).toBe(codes.success)
  })

  it('asks its people for a second factor', async () => {
    await save(bank.id, { mfaRequired: 'all' })
    expect((await login(await personOf(branch.id))).data.bindFactor).toBe(1)
    expect((await login(await personOf(other.id))).data.bindFactor).toBe(0)
  })

  it('may not be laxer than what is above, and says where it is', async () => {
    await save(bank.id, { min: 16, maxFail: 5 })
    const { data } = await save(branch.id, { min: 14, maxFail: 6, history: 8 })
    expect(data).toMatchObject({
      fields: [
        { field: 'min', message: 'Laxer than what the organisations above ask for' },
        { field: 'maxFail' },
      ],
    })
    expect((await save(branch.id, { history: 8 })).code).toBe(codes.success)
    expect(await admin.get(orgPolicy.get, { params: { id: branch.id } })).toMatchObject({
      isOwn: true,
      min: 16,
      history: 8,
      above: { min: 16, maxFail: 5 },
      from: ['bank'],
    })
  })

  it('grows with what is above when that becomes stricter, and shrinks with it again', async () => {
    await save(branch.id, { min: 14 })
    const minOf = async (orgId: string) =>
      (await (await signedIn(app, { orgId })).get(session.passwordRule, {})).min
    await save(bank.id, { min: 18 })
    expect(await minOf(branch.id)).toBe(18)
    await setSetting(app, passwordPolicy, { ...policyPresets.default, min: 24 })
    expect(await minOf(branch.id)).toBe(24)
    await setSetting(app, passwordPolicy, {})
    await admin.get(orgPolicy.reset, { params: { id: bank.id } })
    expect(await minOf(branch.id)).toBe(14)
  })

  it('moves with its organisation', async () => {
    await save(bank.id, { idleMinutes: 5, min: 20 })
    const mover = await addOrganization(app.platform, {
      name: 'mover',
      code: 'mover',
      parentId: other.id,
    })
    const start = Date.now()
    const user = await signedIn(app, { orgId: mover.id })
    expect((await user.get(session.passwordRule, {})).min).toBe(12)
    await admin.get(organizations.move, { params: { id: mover.id, parentId: bank.id } })
    expect((await user.get(session.passwordRule, {})).min).toBe(20)
    clock.now = () => new Date(start + 7 * 60_000)
    expect((await user.call(session.info, {})).code).toBe(codes.signInAgain)
  })

  it('does not count while its white label is disabled', async () => {
    await save(bank.id, { min: 20 })
    const { list } = await admin.get(customizes.page, { query: { orgId: bank.id } })
    const params = { id: list.find(({ orgId }) => orgId === bank.id)?.id ?? '' }
    const user = await signedIn(app, { orgId: bank.id })
    await admin.get(customizes.setStatus, { params: { ...params, status: '0' } })
    expect((await user.get(session.passwordRule, {})).min).toBe(12)
    await admin.get(customizes.setStatus, { params: { ...params, status: '1' } })
    expect((await user.get(session.passwordRule, {})).min).toBe(20)
  })

  it.each<Partial<PasswordPolicy>>([{ max: 10 }, { min: 5 }, { ipAllowList: ['10.0.0.0/40'] }])(
    'is not saved with %j',
    async (more) => {
      expect((await save(other.id, more)).code).toBe(codes.badRequest)
    },
  )
})
