import { codes, enrolmentKeys } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { tokenHash } from '../../../platform/secrets.ts'

let app: TestApp
let keeper: TestUser
let orgId: string
let otherId: string

beforeAll(async () => {
  app = await startTestApp()
  const add = (name: string) =>
    addOrganization(app.platform, { name, code: name, parentId: app.rootId })
  orgId = (await add('alpha')).id
  otherId = (await add('beta')).id
  keeper = await signedIn(app, { orgId, permissions: ['ORG_KEYS'] })
})

afterAll(() => app.close())

const list = () => keeper.get(enrolmentKeys.list, { params: { id: orgId } })

describe('an enrolment key', () => {
  it('is told once and kept as a hash', async () => {
    const body = { maxUses: 5, validDays: 2 }
    const { id, token } = await keeper.get(enrolmentKeys.add, { params: { id: orgId }, body })
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const [shown] = await list()
    expect(shown).toMatchObject({ id, maxUses: 5, uses: 0 })
    expect(JSON.stringify(shown)).not.toContain(token)
    const row = await app.platform.db
      .selectFrom('enrolmentKey')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.tokenHash).toEqual(tokenHash(token))
    expect(Date.parse(row.expiresAt) - Date.now()).toBeGreaterThan(1.9 * 86_400_000)
  })

  it('that is revoked is shown no more', async () => {
    const { id } = await keeper.get(enrolmentKeys.add, { params: { id: orgId }, body: {} })
    expect(await keeper.get(enrolmentKeys.revoke, { params: { id } })).toEqual({ count: 1 })
    expect((await list()).map((key) => key.id)).not.toContain(id)
    expect((await keeper.call(enrolmentKeys.revoke, { params: { id } })).code).toBe(codes.notFound)
  })

  it('of another organisation is out of reach', async () => {
    const other = { params: { id: otherId } }
    expect((await keeper.call(enrolmentKeys.list, other)).code).toBe(codes.notFound)
    expect((await keeper.call(enrolmentKeys.add, { ...other, body: {} })).code).toBe(codes.notFound)
    const admin = await signedIn(app, { isSuperAdmin: true })
    const { id } = await admin.get(enrolmentKeys.add, { ...other, body: {} })
    expect((await keeper.call(enrolmentKeys.revoke, { params: { id } })).code).toBe(codes.notFound)
  })

  it.each([{ maxUses: 0 }, { validDays: 366 }, { token: 'mine' }])(
    'with %o is not accepted',
    async (body) => {
      const url = enrolmentKeys.add.path.replace('{id}', orgId)
      const answer = await keeper.send({ method: 'POST', url, body: JSON.stringify(body) })
      expect(answer.code).toBe(codes.badRequest)
    },
  )
})
