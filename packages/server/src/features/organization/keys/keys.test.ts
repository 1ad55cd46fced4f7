import { codes, enrolmentKeys, organizationKeys } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packageKey } from '../../../../test/linuxPackage.ts'
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
  const add = async (name: string) =>
    (await addOrganization(app.platform, { name, code: name, parentId: app.rootId })).id
  orgId = await add('alpha')
  otherId = await add('beta')
  keeper = await signedIn(app, { orgId, permissions: ['ORG_KEYS', 'ORG_KEYS_ROTATE'] })
})
afterAll(() => app.close())

/** A public key as PEM has it between its lines. */
const keyLine = (name: string) => packageKey(name).line.split(' ').at(-1) ?? ''

const list = () => keeper.get(organizationKeys.list, { params: { id: orgId } })
const add = (body: {
  kind: 'WEBHOOK' | 'RKI' | 'APP_SIGNING'
  alias: string
  reference?: string
}) => keeper.call(organizationKeys.add, { params: { id: orgId }, body })
const rotate = (keyId: string, body: { overlapHours?: number; reference?: string } = {}) =>
  keeper.call(organizationKeys.rotate, { params: { id: keyId }, body })

async function sealedSecret(id: string): Promise<string> {
  const { sealedSecret: sealed } = await app.platform.db
    .selectFrom('organizationKey')
    .select('sealedSecret')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return sealed ? app.platform.secrets.open(sealed, `organization.key:${id}`).toString() : ''
}

describe('a key of an organisation', () => {
  it('of a webhook is made here, told once and sealed', async () => {
    const { data } = await add({ kind: 'WEBHOOK', alias: 'orders' })
    expect(Buffer.from(data.secret ?? '', 'base64url')).toHaveLength(32)
    expect(await sealedSecret(data.id)).toBe(data.secret)
    const shown = (await list()).find(({ id }) => id === data.id)
    expect(shown).toMatchObject({ alias: 'orders', hasSecret: true, expiresAt: null })
    expect(JSON.stringify(shown)).not.toContain(data.secret)
    expect(await add({ kind: 'WEBHOOK', alias: 'mine', reference: 'chosen' })).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'reference' }] },
    })
  })

  it.each([
    ['RKI', 'profile-7', [undefined, 'no profile', 'x'.repeat(65)]],
    ['APP_SIGNING', keyLine('k1'), [undefined, 'k1', keyLine('k1').slice(1)]],
  ] as const)('of the kind %s is taken with its reference alone', async (kind, good, bad) => {
    for (const reference of bad)
      expect(await add({ kind, alias: 'hsm', ...(reference && { reference }) })).toMatchObject({
        status: 400,
        data: { fields: [{ field: 'reference' }] },
      })
    const { data } = await add({ kind, alias: 'hsm', reference: good })
    expect(data.secret).toBeNull()
    expect(await sealedSecret(data.id)).toBe('')
    expect((await rotate(data.id)).code).toBe(codes.badRequest)
  })

  it('has an alias of its own', async () => {
    await add({ kind: 'APP_SIGNING', alias: 'release', reference: keyLine('k1') })
    const twice = await add({ kind: 'APP_SIGNING', alias: 'RELEASE', reference: keyLine('k2') })
    expect(twice).toMatchObject({ data: { fields: [{ field: 'alias' }] } })
  })

  it('is changed for another while both hold for some hours', async () => {
    const { data: old } = await add({ kind: 'WEBHOOK', alias: 'turning' })
    const { data: next } = await rotate(old.id, { overlapHours: 2 })
    expect(next.secret).not.toBe(old.secret)
    const both = (await list()).filter(({ alias }) => alias === 'turning')
    expect(both.map(({ id }) => id)).toEqual([next.id, old.id])
    const ends = Date.parse(both[1]?.expiresAt ?? '') - Date.now()
    expect(Math.round(ends / 60_000)).toBe(120)
    // The old one is on its way out already.
    expect((await rotate(old.id)).code).toBe(codes.notFound)
    const { data: last } = await rotate(next.id, { overlapHours: 0 })
    expect((await list()).map(({ id }) => id)).not.toContain(next.id)
    expect((await list()).map(({ id }) => id)).toContain(last.id)
  })

  it('is changed once when two do it at once', async () => {
    const { data } = await add({ kind: 'WEBHOOK', alias: 'raced' })
    const answers = await Promise.all([rotate(data.id), rotate(data.id)])
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
      codes.success,
      codes.notFound,
    ])
    expect((await list()).filter(({ alias }) => alias === 'raced')).toHaveLength(2)
  })

  it('is revoked at once', async () => {
    const { data } = await add({ kind: 'WEBHOOK', alias: 'gone' })
    await keeper.get(enrolmentKeys.revoke, { params: { id: data.id } })
    expect((await list()).map(({ id }) => id)).not.toContain(data.id)
    expect((await rotate(data.id)).code).toBe(codes.notFound)
  })

  it('of another organisation is out of reach', async () => {
    const admin = await signedIn(app, { isSuperAdmin: true })
    const body = { kind: 'WEBHOOK', alias: 'theirs' } as const
    const { id } = await admin.get(organizationKeys.add, { params: { id: otherId }, body })
    expect((await rotate(id)).code).toBe(codes.notFound)
    expect((await keeper.call(enrolmentKeys.revoke, { params: { id } })).code).toBe(codes.notFound)
  })
})

it('an enrolment key is changed for another of the same sort', async () => {
  const params = { id: orgId }
  const body = { maxUses: 7, validDays: 10 }
  const old = await keeper.get(enrolmentKeys.add, { params, body })
  const { data: next } = await rotate(old.id)
  const keys = await keeper.get(enrolmentKeys.list, { params })
  const [kept, ending] = [next.id, old.id].map((id) => keys.find((key) => key.id === id))
  expect(kept).toMatchObject({ maxUses: 7, uses: 0 })
  const hoursOf = (at = '') => Math.round((Date.parse(at) - Date.now()) / 3_600_000)
  expect([hoursOf(kept?.expiresAt), hoursOf(ending?.expiresAt)]).toEqual([240, 24])
  const { rows } = await app.platform.pool.query(
    'select from enrolment_key where token_hash = $1',
    [tokenHash(next.secret ?? '')],
  )
  expect(rows).toHaveLength(1)
})
