import {
  callback,
  codes,
  type InputOf,
  livePath,
  notices,
  type PlatformUser,
  platformUsers,
  registration,
  session,
  siteSetting,
} from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  aPassword,
  callPublic,
  setSetting,
  signInAs,
  solvedCaptcha,
  tryLogin,
} from '../../../../test/publicCalls.ts'
import { sentMails } from '../../../../test/sentMails.ts'
import {
  addOrganization,
  openSession,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'

const all = ['LIST', 'REVIEW', 'FREEZE', 'LINK', 'EXPORT'].map((verb) => `PLATFORM_USER_${verb}`)

let app: TestApp
let admin: TestUser
let bank: { id: string }
let roleId: string

beforeAll(async () => {
  app = await startTestApp()
  await setSetting(app, siteSetting, { registration: true })
  bank = await addOrganization(app.platform, { name: 'bank', code: 'bank', parentId: app.rootId })
  admin = await signedIn(app, { isSuperAdmin: true, userName: 'layla' })
  const { id } = await app.platform.db
    .insertInto('role')
    .values({ code: 'developer', name: 'Developer', orgId: bank.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  roleId = id
  await app.platform.db.insertInto('dataScope').values({ roleId, kind: 'OWN_ORG' }).execute()
})
afterAll(() => app.close())

let people = 0

/** Somebody who asked for an account, and has proved his address. */
async function applicant(): Promise<PlatformUser> {
  people += 1
  const email = `applicant${people}@example.org`
  await callPublic(app, registration.register, {
    body: {
      email,
      realName: `Applicant ${people}`,
      kind: 'DEVELOPER',
      company: 'Tigris Apps',
      ...(await solvedCaptcha(app)),
    },
  })
  await openLink(email)
  return one(email)
}

async function openLink(email: string): Promise<string> {
  const mails = await sentMails(app, email)
  const token = mails.at(-1)?.link.split('token=')[1] ?? ''
  await callPublic(app, callback.open, { body: { token } })
  return token
}

async function one(email: string): Promise<PlatformUser> {
  const { list } = await admin.get(platformUsers.page, { query: { keyword: email } })
  const [row] = list
  if (!row) throw new Error(`${email} did not register`)
  return row
}

type Review = InputOf<typeof platformUsers.review>['body']

const decide = (row: PlatformUser, more: Partial<Review> = {}, by = admin) =>
  by.call(platformUsers.review, {
    params: { id: row.id },
    body: {
      result: 'APPROVED',
      userName: row.email.split('@')[0] ?? '',
      orgId: bank.id,
      roleIds: [roleId],
      version: row.version,
      ...more,
    },
  })
const approved = async () => {
  const row = await applicant()
  const { code } = await decide(row)
  expect(code).toBe(codes.success)
  return one(row.email)
}
const reject = (row: PlatformUser, reason = 'No such company') =>
  decide(row, { result: 'REJECTED', reason })

describe('a request for an account', () => {
  it('is told to those who decide about it, once its address is proved', async () => {
    const reviewer = await signedIn(app, { permissions: all, dataScope: 'ALL' })
    const other = await signedIn(app, { permissions: all })
    const { realName } = await applicant()
    const told = async (user: TestUser) =>
      (await user.get(notices.page, { query: {} })).list.map(({ notice }) => notice)
    expect(await told(reviewer)).toContain(`${realName} asks for an account and waits for a review`)
    expect(await told(other)).toEqual([])
  })

  it('becomes an account whose owner signs in', async () => {
    const row = await applicant()
    expect(row).toMatchObject({ state: 'PENDING_REVIEW', userId: null })
    const answer = await decide(row, { reason: 'Welcome' })
    expect(answer.data).toMatchObject({
      state: 'ACTIVE',
      orgName: 'bank',
      reviewedBy: 'layla',
      reason: 'Welcome',
    })
    const mails = await sentMails(app, row.email)
    expect(mails.map(({ template }) => template)).toEqual([
      'REGISTER_CODE',
      'REVIEW_RESULT',
      'INVITE',
    ])
    const token = mails.at(-1)?.link.split('token=')[1] ?? ''
    const accepted = { body: { token, newPassword: aPassword } }
    expect((await callPublic(app, callback.accept, accepted)).code).toBe(codes.success)
    const userName = row.email.split('@')[0] ?? ''
    const user = await signInAs(app, { userName, password: aPassword })
    expect(await user.get(session.info, {})).toMatchObject({ realName: row.realName })
  })

  it('is rejected with a reason, which its mail tells', async () => {
    const row = await applicant()
    expect(await reject(row, '')).toMatchObject({
      code: codes.badRequest,
      data: { fields: [{ field: 'reason' }] },
    })
    expect((await reject(row)).data).toMatchObject({ state: 'REJECTED', reason: 'No such company' })
    const { rows } = await app.platform.pool.query<{ html: string }>(
      'select html from mail_log where to_address = $1 and template = $2',
      [row.email, 'REVIEW_RESULT'],
    )
    expect(rows[0]?.html).toContain('No such company')
    expect(rows[0]?.html).toContain('rejected')
  })

  it('is decided once: of two who decide at the same time the second is told', async () => {
    const row = await applicant()
    const omar = await signedIn(app, { isSuperAdmin: true })
    const answers = await Promise.all([
      decide(row),
      decide(row, { result: 'REJECTED', reason: 'x' }, omar),
    ])
    const sorted = answers.toSorted((one, other) => one.code - other.code)
    expect(sorted.map(({ code }) => code)).toEqual([codes.success, codes.wrongState])
    expect(sorted[1]?.msg).toMatch(/already$/)
    const { state, userId } = await one(row.email)
    expect(state === 'ACTIVE').toBe(userId !== null)
    const results = (await sentMails(app, row.email)).filter(
      ({ template }) => template === 'REVIEW_RESULT',
    )
    expect(results).toHaveLength(1)
  })

  it('is not decided by who saw an older state of it', async () => {
    const row = await applicant()
    expect((await decide({ ...row, version: row.version - 1 })).code).toBe(codes.versionConflict)
  })

  it.each([
    ['userName', { userName: null }],
    ['orgId', { orgId: null }],
    ['roleIds', { roleIds: [] }],
  ] as const)('is not approved without %s', async (field, more) => {
    const row = await applicant()
    const answer = await decide(row, { ...more, roleIds: 'roleIds' in more ? [] : [roleId] })
    expect(answer).toMatchObject({ code: codes.badRequest, data: { fields: [{ field }] } })
    expect((await one(row.email)).state).toBe('PENDING_REVIEW')
  })

  it('is not approved into a role that holds more than the reviewer', async () => {
    const reviewer = await signedIn(app, { permissions: all, dataScope: 'ALL' })
    const strong = await signedIn(app, { orgId: bank.id, permissions: ['DEVICE_REBOOT'] })
    const { roleId: more } = await app.platform.db
      .selectFrom('userRole')
      .select('roleId')
      .where('userId', '=', strong.userId)
      .executeTakeFirstOrThrow()
    const row = await applicant()
    expect((await decide(row, { roleIds: [more] }, reviewer)).code).toBe(codes.forbidden)
    expect((await one(row.email)).state).toBe('PENDING_REVIEW')
    expect((await decide(row, {}, reviewer)).code).toBe(codes.success)
  })

  it('is seen by nobody who does not see the whole platform', async () => {
    const { id } = await applicant()
    const local = await signedIn(app, { orgId: bank.id, permissions: all })
    expect((await local.get(platformUsers.page, { query: {} })).total).toBe(0)
    expect((await local.call(platformUsers.detail, { params: { id } })).code).toBe(404)
    expect((await local.call(platformUsers.close, { params: { id } })).code).toBe(404)
  })

  it('is found by kind, state, country, time and words', async () => {
    const { id, email, createdAt } = await applicant()
    const found = async (query: InputOf<typeof platformUsers.page>['query']) =>
      (await admin.get(platformUsers.page, { query })).list.some((row) => row.id === id)
    expect(await found({ kind: 'DEVELOPER', state: 'PENDING_REVIEW' })).toBe(true)
    expect(await found({ kind: 'MERCHANT' })).toBe(false)
    expect(await found({ state: 'ACTIVE' })).toBe(false)
    expect(await found({ country: 'iq' })).toBe(false)
    expect(await found({ from: createdAt })).toBe(true)
    expect(await found({ to: createdAt })).toBe(false)
    expect(await found({ keyword: email.toUpperCase() })).toBe(true)
    expect(await found({ keyword: 'tigris' })).toBe(true)
    expect(await found({ sortField: 'company', sortOrder: 'desc' })).toBe(true)
  })
})

describe('the account of an approved request', () => {
  it('is frozen within a second, and let in again', async () => {
    const row = await approved()
    const { userId } = row
    await app.platform.db
      .updateTable('appUser')
      .set({ invitedAt: null, mustChangePassword: false })
      .where('id', '=', userId ?? '')
      .execute()
    const user = await openSession(app, { userId: userId ?? '', name: row.email, isUnbound: false })
    const { ticket } = await user.get(session.ticket, { body: { path: livePath } })
    const socket = await app.http.injectWS(`${livePath}?ticket=${ticket}`)
    const closed = new Promise<number>((done) => socket.on('close', () => done(Date.now())))
    const params = { id: row.id, on: '1' as const }
    const since = Date.now()
    expect(await admin.get(platformUsers.freeze, { params })).toMatchObject({ state: 'FROZEN' })
    expect((await user.call(session.info, {})).code).toBe(codes.signInAgain)
    // The watch's own second is stated where it is; a busy machine may add to it.
    expect((await closed) - since).toBeLessThan(10_000)
    expect((await admin.call(platformUsers.freeze, { params })).code).toBe(codes.wrongState)
    const lifted = await admin.get(platformUsers.freeze, { params: { ...params, on: '0' } })
    expect(lifted.state).toBe('ACTIVE')
  })

  it('is closed for good, and its address may be registered again', async () => {
    const row = await approved()
    await admin.get(platformUsers.close, { params: { id: row.id } })
    const login = await tryLogin(app, { userName: row.userName ?? '', password: aPassword })
    expect(login.code).not.toBe(codes.success)
    const again = await admin.call(platformUsers.close, { params: { id: row.id } })
    expect(again.code).toBe(codes.wrongState)
    await callPublic(app, registration.register, {
      body: {
        email: row.email,
        realName: 'Again',
        kind: 'PARTNER',
        company: 'New',
        ...(await solvedCaptcha(app)),
      },
    })
    const { list } = await admin.get(platformUsers.page, {
      query: { keyword: row.email, state: 'REGISTERED' },
    })
    expect(list).toHaveLength(1)
  })

  it('is linked to another organisation, with roles that are good there', async () => {
    const row = await approved()
    const other = await addOrganization(app.platform, {
      name: `other ${row.id}`,
      code: `other-${row.id}`,
      parentId: app.rootId,
    })
    const link = (roleIds: string[], version = row.version) =>
      admin.call(platformUsers.link, {
        params: { id: row.id },
        body: { orgId: other.id, roleIds, version },
      })
    expect((await link([roleId])).code).toBe(codes.warning)
    const { id: fit } = await app.platform.db
      .insertInto('role')
      .values({ code: `there-${row.id}`, name: 'There', orgId: other.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await link([fit])).data).toMatchObject({ state: 'ACTIVE', orgId: other.id })
    expect((await link([fit])).code).toBe(codes.wrongState)
  })
})

describe('two requests of one person', () => {
  const merge = (id: string, intoId: string) =>
    admin.call(platformUsers.merge, { params: { id, intoId } })

  it('become one, which takes over the account', async () => {
    const [gone, stays] = [await approved(), await applicant()]
    expect((await merge(gone.id, stays.id)).data).toMatchObject({
      id: stays.id,
      state: 'ACTIVE',
      userId: gone.userId,
    })
    const closed = await admin.get(platformUsers.detail, { params: { id: gone.id } })
    expect(closed).toMatchObject({ state: 'CLOSED', userId: null, mergedInto: stays.email })
    const { rows } = await app.platform.pool.query<{ count: number }>(
      `select count(*) as count from action_log where path like '%/merge/%' and target_ids @> $1`,
      [[gone.id, stays.id]],
    )
    expect(rows[0]?.count).toBe(1)
  })

  it('lose one of two accounts to the recycle bin', async () => {
    const [gone, stays] = [await approved(), await approved()]
    await merge(gone.id, stays.id)
    const kept = await app.platform.db
      .selectFrom('appUser')
      .select(['id', 'deletedAt'])
      .where('id', 'in', [gone.userId ?? '', stays.userId ?? ''])
      .execute()
    const isGone = new Map(kept.map(({ id, deletedAt }) => [id, deletedAt !== null]))
    expect(isGone.get(gone.userId ?? '')).toBe(true)
    expect(isGone.get(stays.userId ?? '')).toBe(false)
  })

  it('are not merged both ways at once, nor when one of them is over', async () => {
    const [one, other] = [await applicant(), await applicant()]
    const answers = await Promise.all([merge(one.id, other.id), merge(other.id, one.id)])
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      codes.success,
      codes.wrongState,
    ])
    const third = await applicant()
    await reject(third)
    expect((await merge(third.id, (await applicant()).id)).code).toBe(codes.wrongState)
    expect((await merge(third.id, third.id)).code).toBe(codes.wrongState)
  })
})
