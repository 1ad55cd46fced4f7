import { apks, apps, codes, organizationKeys, packageRules } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCategory, appForm } from '../../../../test/appEstate.ts'
import { linuxPackage, packageKey } from '../../../../test/linuxPackage.ts'
import { addOrganization, signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { startUploadApp, upload } from '../../../../test/uploads.ts'

let bench: Awaited<ReturnType<typeof startUploadApp>>
let app: TestApp
let admin: TestUser
let reviewer: TestUser
let till: string
const key = packageKey('Till works')

beforeAll(async () => {
  bench = await startUploadApp()
  ;({ app } = bench)
  admin = await signedIn(app, { isSuperAdmin: true })
  reviewer = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => bench.close())

const packageOf = (version: string, more: Readonly<Record<string, string>> = {}) =>
  linuxPackage({ name: 'till', version, architecture: 'arm64', ...more })
const send = async (bytes: Buffer, name = 'till.tar.gz') =>
  (await upload(admin, bytes, { name, type: 'apk' })).id
const faultOf = async (body: Parameters<typeof admin.call<typeof apks.parse>>[1]['body']) => {
  const { code, data } = await admin.call(apks.parse, { body })
  expect(code).toBe(codes.badRequest)
  return data
}
const fault = (field: string, said: string) => ({
  fields: [{ field, message: expect.stringContaining(said) }],
})
const trust = async (packageKeys: string[]) =>
  admin.get(packageRules.save, {
    body: { ...(await admin.get(packageRules.get, {})), packageKeys },
  })
const newApp = async (name: string, osKind: 'LINUX' | 'ANDROID' = 'LINUX', orgId = app.rootId) =>
  admin.get(apps.add, {
    body: { ...appForm(await addCategory(app)), name, package: name, orgId, osKind },
  })

describe('a package for Linux', () => {
  it('needs the signature of a key that is known', async () => {
    const bytes = packageOf('1.0')
    const fileId = await send(bytes)
    const signature = key.signatureOf(bytes)
    const unsigned = await admin.get(apks.parse, { body: { fileId } })
    expect(unsigned.facts).toMatchObject({ osKind: 'LINUX', packageName: 'till', signer: null })
    expect(await faultOf({ fileId, signature })).toMatchObject(fault('signature', 'No key'))
    await trust([key.line])
    const { facts } = await admin.get(apks.parse, { body: { fileId, signature } })
    expect(facts).toMatchObject({
      versionName: '1.0',
      versionCode: null,
      abis: ['arm64-v8a'],
      schemes: ['ed25519'],
      signer: { subject: 'Till works', key: 'Ed25519', validTo: null },
    })
    const other = packageKey('Somebody').signatureOf(bytes)
    expect(await faultOf({ fileId, signature: other })).toMatchObject(
      fault('signature', 'not of one of the known keys'),
    )
    expect(await faultOf({ fileId, signature: 'x' })).toMatchObject(fault('signature', ''))
  })

  it('goes the way of any version, from its upload until it is online', async () => {
    await trust([key.line])
    const { id: appId } = await newApp('till')
    till = appId
    const add = async (version: string, signed = true) => {
      const bytes = packageOf(version)
      const signature = signed ? key.signatureOf(bytes) : null
      return admin.get(apks.add, {
        body: { appId, fileId: await send(bytes), signature, releaseNotes: version },
      })
    }
    const unsigned = await add('1.1', false)
    expect(unsigned).toMatchObject({
      state: 'CHECK_FAILED',
      problems: [expect.stringContaining('Nobody has signed it')],
    })
    const { version, fileId } = unsigned
    const signature = key.signatureOf(packageOf('1.1'))
    const first = await admin.get(apks.update, {
      body: { id: unsigned.id, version, appId, fileId, signature, releaseNotes: 'Signed' },
    })
    expect(first).toMatchObject({ state: 'READY', versionCode: 1, problems: [], signature })
    const params = { id: first.id }
    await admin.get(apks.submit, { params })
    await reviewer.get(apks.review, { params, body: { result: 'START' } })
    await reviewer.get(apks.review, { params, body: { result: 'APPROVED' } })
    await admin.get(apks.publish, { params, body: {} })
    expect(await admin.get(apks.detail, { params })).toMatchObject({
      state: 'ONLINE',
      osKind: 'LINUX',
      fileName: 'till.tar.gz',
    })
    expect(await add('1.2')).toMatchObject({ versionCode: 2, versionName: '1.2', state: 'READY' })
  })

  it('of another signer than the version before is told apart', async () => {
    const second = packageKey('Others')
    await trust([key.line, second.line])
    const bytes = packageOf('1.3')
    const { problems } = await admin.get(apks.parse, {
      body: {
        fileId: await send(bytes),
        appId: till,
        signature: second.signatureOf(bytes),
      },
    })
    expect(problems).toEqual([expect.stringContaining('another key')])
  })

  it('is verified by a signing key of its organisation or of one above, and of no other', async () => {
    await trust([])
    const [own, above, foreign] = ['own', 'above', 'foreign'].map(packageKey)
    const place = (name: string, parentId: string) =>
      addOrganization(app.platform, { name, code: name, parentId })
    const { id: orgId } = await place('shop', app.rootId)
    const { id: elsewhere } = await place('elsewhere', app.rootId)
    for (const [id, one] of [
      [orgId, own],
      [app.rootId, above],
      [elsewhere, foreign],
    ] as const)
      await admin.get(organizationKeys.add, {
        params: { id },
        body: { kind: 'APP_SIGNING', alias: 'release', reference: one?.line.split(' ')[1] ?? '' },
      })
    const { id: appId } = await newApp('kiosk', 'LINUX', orgId)
    const bytes = packageOf('1.0', { name: 'kiosk' })
    const fileId = await send(bytes)
    const signedBy = (by = own) => by?.signatureOf(bytes) ?? ''
    for (const signature of [signedBy(), signedBy(above)])
      for (const named of [{ appId }, {}])
        expect(
          (await admin.get(apks.parse, { body: { fileId, signature, ...named } })).facts,
        ).toMatchObject({ signer: { subject: 'release', key: 'Ed25519' } })
    expect(await faultOf({ fileId, appId, signature: signedBy(foreign) })).toMatchObject(
      fault('signature', 'not of one of the known keys'),
    )
  })

  it.each([
    ['till.gz', packageOf('1'), 'no package of a kind that is known'],
    ['till.deb', packageOf('2'), 'damaged'],
    ['till.tar.gz', linuxPackage({ name: 'till', version: '1' }), 'its architecture'],
    ['till.tar.gz', packageOf('1', { name: 'the till' }), 'calls itself the till'],
  ])('that is none (%s) is refused in one sentence at its file', async (name, bytes, said) => {
    expect(await faultOf({ fileId: await send(bytes, name) })).toMatchObject(fault('fileId', said))
  })

  it('is no version of an application for Android', async () => {
    const { id: appId } = await newApp('com.till', 'ANDROID')
    const body = { appId, fileId: await send(packageOf('9')), releaseNotes: 'None' }
    const { code, data } = await admin.call(apks.add, { body })
    expect(code).toBe(codes.badRequest)
    expect(data).toMatchObject(fault('fileId', 'another system'))
  })

  it('never makes the server fail', () => {
    expect(app.failures).toEqual([])
  })
})
