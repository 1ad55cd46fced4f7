import { codes, vendorGuests, vendors } from '@muster/contract'
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sentMails } from '../../../../test/sentMails.ts'
import { makeAuthority, type TestAuthority } from '../../../../test/testAuthority.ts'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'

let app: TestApp
let user: TestUser
let authority: TestAuthority
let service: Server
let url: string
let made = 0
const pair = generateKeyPairSync('ed25519')
const pemOf = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString().trim()

/** What the service has been shown, and what it answers. */
let asked: { authorization: string | undefined; content: Buffer }[] = []
interface Said {
  status: number
  body: string
}
let answer: (content: Buffer) => Said | Promise<Said>
const signature = (content: Buffer) => sign(null, content, pair.privateKey).toString('base64')

beforeAll(async () => {
  app = await startTestApp(undefined, { MUSTER_WEBHOOK_NETWORKS: '127.0.0.0/8, ::1/128' })
  user = await signedIn(app, { isSuperAdmin: true })
  authority = await makeAuthority('Northlight')
  service = createServer(await authority.issue('signer', ['localhost']), (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const wish = JSON.parse(Buffer.concat(parts).toString()) as { content: string }
      const content = Buffer.from(wish.content, 'base64')
      asked.push({ authorization: request.headers.authorization, content })
      void Promise.resolve(answer(content)).then(({ status, body }) =>
        response.writeHead(status).end(body),
      )
    })
  })
  service.listen(0, 'localhost')
  await once(service, 'listening')
  url = `https://localhost:${(service.address() as AddressInfo).port}/sign`
})
beforeEach(() => {
  asked = []
  answer = (content) => ({ status: 200, body: JSON.stringify({ signature: signature(content) }) })
})
afterAll(async () => {
  service.closeAllConnections()
  await new Promise((done) => service.close(done))
  await app.close()
})

const wish = (more: object = {}) => {
  const n = ++made
  return { name: `Vendor ${n}`, code: `V-${n}`, contact: 'x', ...more }
}
const online = (more: object = {}) =>
  wish({
    signingMode: 'ONLINE',
    signerUrl: url,
    signerKey: pemOf(pair.publicKey),
    signerSecret: 'open-sesame',
    bootstrapCa: authority.cert.trim(),
    ...more,
  })
const add = (body: object) => user.get(vendors.add, { body: body as never })
const test = (id: string) => user.call(vendors.testSigner, { params: { id } })
const detail = (id: string) => user.get(vendors.detail, { params: { id } })
const refused = (field: string) => ({ code: 400, data: { fields: [{ field }] } })

it('is asked for a signature, which the vendor’s key proves', async () => {
  const { id } = await add(online())
  expect(await test(id)).toMatchObject({ code: 200 })
  expect(asked).toMatchObject([{ authorization: 'Bearer open-sesame' }])
  expect(asked[0]?.content).toHaveLength(64)
  const row = await detail(id)
  expect(row).toMatchObject({ signerFault: null, hasSignerSecret: true, signerSecret: null })
  expect(row.signerTestedAt).not.toBeNull()
})

it.each([
  ['REFUSED', () => ({ status: 403, body: '{}' })],
  ['NO_SIGNATURE', () => ({ status: 200, body: 'thanks' })],
  ['WRONG_SIGNATURE', () => ({ status: 200, body: JSON.stringify({ signature: 'A'.repeat(88) }) })],
])('keeps of a test that went wrong: %s', async (fault, says) => {
  answer = says
  const { id } = await add(online())
  expect(await test(id)).toMatchObject({ code: 102 })
  expect(await detail(id)).toMatchObject({ signerFault: fault })
})

it('keeps nothing of a test during which it was made another one', async () => {
  const wanted = online()
  const { id, version } = await add(wanted)
  answer = async (content) => {
    const { publicKey } = generateKeyPairSync('ed25519')
    const body = { ...wanted, signerKey: pemOf(publicKey), id, version }
    await user.get(vendors.update, { body })
    return { status: 200, body: JSON.stringify({ signature: signature(content) }) }
  }
  expect(await test(id)).toMatchObject({ code: codes.wrongState })
  expect(await detail(id)).toMatchObject({ signerTestedAt: null, signerFault: null })
})

it('is not spoken to where its certificate is vouched for by nobody whom the vendor trusts', async () => {
  const { id } = await add(online({ bootstrapCa: null }))
  expect(await test(id)).toMatchObject({ code: 102 })
  expect(asked).toEqual([])
  expect(await detail(id)).toMatchObject({ signerFault: 'UNREACHABLE' })
})

it('is an address outside, by https, and named where the mode is its', async () => {
  const call = (more: object) => user.call(vendors.add, { body: online(more) })
  expect(await call({ signerUrl: null })).toMatchObject(refused('signerUrl'))
  expect(await call({ signerUrl: 'http://signer.example/' })).toMatchObject(refused('signerUrl'))
  expect(await call({ signerUrl: 'https://10.0.0.1/' })).toMatchObject(refused('signerUrl'))
  const opened = await call({ signerUrl: 'https://user:pw@signer.example/' })
  expect(opened).toMatchObject(refused('signerUrl'))
  expect(JSON.stringify(opened)).toContain('no password')
  expect(
    await call({ signerKey: '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----' }),
  ).toMatchObject(refused('signerKey'))
})

it('is not pointed elsewhere by who does not know its secret, and then untested', async () => {
  const row = await add(online())
  await test(row.id)
  const { version } = await detail(row.id)
  const body = { ...online(), name: row.name, code: row.code, id: row.id, version }
  const elsewhere = { ...body, signerUrl: 'https://elsewhere.example/', signerSecret: null }
  expect(await user.call(vendors.update, { body: elsewhere })).toMatchObject(
    refused('signerSecret'),
  )
  const known = { ...elsewhere, signerSecret: 'another' }
  expect(await user.call(vendors.update, { body: known })).toMatchObject({ code: 200 })
  expect(await detail(row.id)).toMatchObject({ signerTestedAt: null })
  const { rows } = await sql<{ log: string }>`select string_agg(entry::text, ' ') as log
    from action_log entry`.execute(app.platform.db)
  expect(rows[0]?.log).not.toContain('open-sesame')
})

it('names an authority that is one, and good now', async () => {
  const call = (bootstrapCa: string) => user.call(vendors.add, { body: wish({ bootstrapCa }) })
  const { cert } = await authority.issue('leaf')
  expect(await call(cert.trim())).toMatchObject(refused('bootstrapCa'))
  const long = await makeAuthority(`Long, ${'OU=An endless name, '.repeat(60)}O=x`)
  expect(await call(long.cert.trim())).toMatchObject(refused('bootstrapCa'))
  const two = `${authority.cert.trim()}\n${authority.cert.trim()}`
  expect(await call(two)).toMatchObject(refused('bootstrapCa'))
  expect(await call('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----')).toMatchObject(
    refused('bootstrapCa'),
  )
  expect(await call(authority.cert.trim())).toMatchObject({
    data: { bootstrapCaUntil: expect.stringMatching(/^20/) },
  })
})

it('names an authority only as who sees all organisations, and after a proof', async () => {
  const permissions = ['VENDOR_ADD', 'VENDOR_EDIT', 'VENDOR_LIST']
  const local = await signedIn(app, { permissions, dataScope: 'OWN_ORG_AND_BELOW' })
  const bootstrapCa = authority.cert.trim()
  const refusedHere = {
    code: 400,
    data: { fields: [{ field: 'bootstrapCa', message: expect.stringContaining('all organi') }] },
  }
  expect(await local.call(vendors.add, { body: wish({ bootstrapCa }) })).toMatchObject(refusedHere)
  const plain = wish()
  const { id, version } = await add(plain)
  const update = (who: TestUser, more: object) =>
    who.call(vendors.update, { body: { ...plain, id, version, ...more } })
  expect(await update(local, { bootstrapCa })).toMatchObject(refusedHere)
  expect(await update(user, { bootstrapCa })).toMatchObject({ code: 200 })
  // What stands already is no decision of whoever sends it back.
  const kept = { bootstrapCa, version: version + 1, remark: 'x' }
  expect(await update(local, kept)).toMatchObject({ code: 200 })
  const late = await signedIn(app, { isSuperAdmin: true })
  await app.platform.db
    .updateTable('session')
    .set({ provedAt: new Date(Date.now() - 11 * 60_000).toISOString() })
    .where('id', '=', late.sessionId)
    .execute()
  const call = (more: object) => late.call(vendors.add, { body: wish(more) })
  expect(await call({ bootstrapCa })).toMatchObject({ code: codes.proofRequired })
  expect(await call({})).toMatchObject({ code: 200 })
})

it('is judged by the record that is changed', async () => {
  const row = await add(wish())
  const body = { ...wish(), id: row.id, version: row.version + 1, snRule: '[' }
  expect(await user.call(vendors.update, { body })).toMatchObject({ code: codes.versionConflict })
})

it('invites staff who see this vendor’s terminals only', async () => {
  const { id: vendorId } = await add(wish())
  const { rows } = await sql<{ id: string }>`insert into role (code, name, org_id)
    values ('staff', 'Staff', ${app.rootId}) returning id`.execute(app.platform.db)
  const body = {
    userName: 'staff.one',
    realName: 'Staff',
    email: 'staff@northlight.example',
    orgId: app.rootId,
    roleIds: [rows[0]?.id ?? ''],
  }
  const { id } = await user.get(vendorGuests.invite, { params: { id: vendorId }, body })
  const account = await app.platform.db
    .selectFrom('appUser')
    .select(['vendorId', 'invitedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  expect(account).toMatchObject({ vendorId })
  expect(account?.invitedAt).not.toBeNull()
  expect(await sentMails(app, 'staff@northlight.example')).toMatchObject([{ template: 'INVITE' }])
})
