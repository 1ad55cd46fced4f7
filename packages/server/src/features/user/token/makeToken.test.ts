import {
  areas,
  codes,
  parameters,
  type ReplyOf,
  type RightNode,
  tokens,
  userTokens,
} from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addOrganization,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import {
  personOf,
  scriptOf,
  setNumber,
  type TokenWish,
  wishOf,
} from '../../../../test/testToken.ts'
import { seed } from '../../seed.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await startTestApp()
  await seed(app.platform.db, 'a password for tests')
  admin = await personOf(app, { isSuperAdmin: true })
})
afterAll(() => app.close())

const db = () => app.platform.db

const codeOf = async (script: TestUser) => (await script.call(areas.page, { query: {} })).code

const refused = async (user: TestUser, wish: TokenWish) => {
  const { code, data } = await user.call(tokens.make, { body: wishOf(wish) })
  const said = data as unknown as { fields?: { field: string }[] } | null
  return [code, said?.fields?.[0]?.field]
}

describe('a new token', () => {
  it('asks for a fresh proof: an open console makes no way in that lasts', async () => {
    const owner = await personOf(app, { permissions: ['PERSONAL_TOKEN'] })
    await sql`update session set proved_at = now() - interval '11 minutes'
      where id = ${owner.sessionId}`.execute(db())
    expect(await refused(owner, {})).toEqual([codes.proofRequired, undefined])
    expect((await owner.get(tokens.list, {})).list).toEqual([])
  })

  it('is refused with a bad value, at its field', async () => {
    const owner = await personOf(app, { permissions: ['PERSONAL_TOKEN', 'AREA_LIST'] })
    const cases: [TokenWish, string][] = [
      [{ days: 0 }, 'days'],
      [{ days: 366 }, 'days'],
      [{ name: '' }, 'name'],
      [{ ipAllow: ['10.0.0.0/33'] }, 'ipAllow'],
      [{ reach: 'CHOSEN' }, 'codes'],
      [{ reach: 'READ', codes: ['AREA_LIST'] }, 'codes'],
      [{ reach: 'CHOSEN', codes: ['VENDOR_LIST'] }, 'codes'],
    ]
    for (const [wish, field] of cases)
      expect(await refused(owner, wish)).toEqual([codes.badRequest, field])
  })

  it('has a name that its owner gave to no other; another person may', async () => {
    const [one, other] = [
      await personOf(app, { permissions: ['PERSONAL_TOKEN'] }),
      await personOf(app, { permissions: ['PERSONAL_TOKEN'] }),
    ]
    await scriptOf(one, { name: 'Same' })
    expect(await refused(one, { name: 'same' })).toEqual([codes.duplicate, 'name'])
    await scriptOf(other, { name: 'Same' })
  })

  it('is one of twenty at the most, also when many are made at once', async () => {
    const owner = await personOf(app, { permissions: ['PERSONAL_TOKEN'] })
    for (let token = 0; token < 18; token++) await scriptOf(owner)
    const answers = await Promise.all([1, 2, 3, 4].map(() => refused(owner, {})))
    expect(answers.filter(([code]) => code === codes.success)).toHaveLength(2)
    expect(answers.filter(([code]) => code === codes.wrongState)).toHaveLength(2)
  })

  it('is shorter, or none at all, where the parameter says so', async () => {
    const set = (value: number) => setNumber(app, 'token.maxDays', value)
    await set(10)
    expect(await refused(admin, { days: 11 })).toEqual([codes.badRequest, 'days'])
    await set(0)
    expect(await refused(admin, { days: 1 })).toEqual([codes.wrongState, undefined])
    await set(365)
    expect((await admin.get(parameters.page, { query: { keyword: 'token.max' } })).total).toBe(1)
  })

  it('may be given the rights that its owner holds and a token can use', async () => {
    const permissions = ['PERSONAL_TOKEN', 'AREA_LIST', 'USER_EDIT']
    const owner = await personOf(app, { permissions })
    const codesOf = (nodes: readonly RightNode[]): string[] =>
      nodes.flatMap(({ code, children }) => [...(code ? [code] : []), ...codesOf(children)])
    const offered = codesOf(await owner.get(tokens.rights, {}))
    expect(offered).toContain('AREA_LIST')
    expect(offered).not.toContain('USER_EDIT')
    expect(offered).not.toContain('VENDOR_LIST')
  })

  it('is told to its owner', async () => {
    const owner = await personOf(app, { permissions: ['PERSONAL_TOKEN'] })
    await scriptOf(owner)
    const told = await db()
      .selectFrom('notice')
      .select('textKey')
      .where('userId', '=', owner.userId)
      .execute()
    expect(told).toEqual([{ textKey: 'notice.account.tokenMade' }])
  })
})

describe('ending a token', () => {
  const end = (user: TestUser, { id }: ReplyOf<typeof tokens.make>['token']) =>
    user.call(tokens.end, { params: { id } })

  it('is its owner’s to do, at once, and once', async () => {
    const owner = await personOf(app, { permissions: ['PERSONAL_TOKEN', 'AREA_LIST'] })
    const other = await personOf(app, { permissions: ['PERSONAL_TOKEN'] })
    const { token, script } = await scriptOf(owner)
    expect((await end(other, token)).code).toBe(codes.notFound)
    expect(await codeOf(script)).toBe(codes.success)
    const answers = await Promise.all([end(owner, token), end(owner, token)])
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      codes.success,
      codes.notFound,
    ])
    expect(await codeOf(script)).toBe(codes.signInAgain)
  })

  it('is an administrator’s to do, who sees no secret, and its owner is told', async () => {
    const owner = await personOf(app, { permissions: ['PERSONAL_TOKEN', 'AREA_LIST'] })
    const staff = await personOf(app, {
      permissions: ['USER_TOKEN', 'PERSONAL_TOKEN', 'AREA_LIST'],
    })
    const { token, script } = await scriptOf(owner)
    const params = { id: owner.userId }
    expect(await staff.get(userTokens.list, { params })).toMatchObject([{ id: token.id }])
    const ended = await staff.get(userTokens.end, { params, body: { ids: [token.id] } })
    expect(ended).toEqual({ count: 1 })
    expect(await codeOf(script)).toBe(codes.signInAgain)
    expect(await staff.get(userTokens.end, { params, body: { ids: [token.id] } })).toEqual({
      count: 0,
    })
    const told = await db()
      .selectFrom('notice')
      .select('textKey')
      .where('userId', '=', owner.userId)
      .execute()
    expect(told.map(({ textKey }) => textKey)).toContain('notice.account.tokenEnded')
  })

  it('is not for an administrator who holds less, or is elsewhere', async () => {
    const { token } = await scriptOf(admin)
    const staff = await personOf(app, { permissions: ['USER_TOKEN'] })
    const body = { ids: [token.id] }
    const params = { id: admin.userId }
    expect((await staff.call(userTokens.end, { params, body })).code).toBe(codes.forbidden)
    const place = await addOrganization(app.platform, {
      name: 'Beside',
      code: 'beside',
      parentId: app.rootId,
    })
    const stranger = await personOf(app, { permissions: ['USER_TOKEN'], orgId: place.id })
    expect((await stranger.call(userTokens.list, { params })).code).toBe(codes.notFound)
  })

  it('of another user than the one that is named ends nothing', async () => {
    const owner = await personOf(app, { permissions: ['PERSONAL_TOKEN', 'AREA_LIST'] })
    const other = await personOf(app, { permissions: [] })
    const { token, script } = await scriptOf(owner)
    const wrong = { params: { id: other.userId }, body: { ids: [token.id] } }
    expect(await admin.get(userTokens.end, wrong)).toEqual({ count: 0 })
    expect(await codeOf(script)).toBe(codes.success)
  })
})
