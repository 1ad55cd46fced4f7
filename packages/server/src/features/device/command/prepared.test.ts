import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { codes, devices, type InputOf, remoteControl } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { aLog, startUploadApp, upload } from '../../../../test/uploads.ts'

let bench: Awaited<ReturnType<typeof startUploadApp>>
let giver: TestUser
let id: string

beforeAll(async () => {
  bench = await startUploadApp()
  const { app } = bench
  const estate = await addEstate(app)
  giver = await signedIn(app, { orgId: app.rootId, isSuperAdmin: true })
  const of = { orgId: app.rootId, prefix: 'PREP-', count: 1, lifecycle: 'ACTIVE' }
  id = (await addDevices(app, estate, of))[0] ?? ''
})
afterAll(() => bench.close())

/** The smallest picture that is one. */
const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg=='

type Body = InputOf<typeof devices.command>['body']
const give = (body: Body) => giver.call(devices.command, { params: { id }, body })

describe('a certificate', () => {
  const bring = async (content: Buffer, name = 'ca.pem') => {
    const { id: fileId } = await upload(giver, content, { name, type: 'terminal' })
    return give({ cmd: 'CERT_UPDATE', args: { fileId } })
  }

  it('is brought where it is one, and is shown by its name', async () => {
    const good = rootCertificates.find((pem) => new X509Certificate(pem).validToDate > new Date())
    const { code, data } = await bring(Buffer.from(good ?? ''))
    expect(code).toBe(200)
    expect(data).toMatchObject({ args: { name: 'ca.pem' } })
  })

  it.each([
    ['no certificate', aLog(100)],
    ['too large', Buffer.concat([Buffer.from(rootCertificates[0] ?? ''), aLog(70_000)])],
  ])('is refused where it is %s', async (_, content) => {
    expect(await bring(content)).toMatchObject({
      code: codes.badRequest,
      data: { fields: [{ field: 'args.fileId' }] },
    })
  })
})

describe('a message', () => {
  const message = { title: 'Paper', text: 'Is there any left?' }
  const show = async (content: Buffer, name: string) => {
    const { id: fileId } = await upload(giver, content, { name, type: 'terminal' })
    return give({ cmd: 'MESSAGE', args: { ...message, fileId, buttons: ['Yes', 'No'] } })
  }

  it('brings its picture, and may be answered', async () => {
    const { code, data } = await show(Buffer.from(onePixel, 'base64'), 'paper.png')
    expect(code).toBe(200)
    expect(data).toMatchObject({ args: { name: 'paper.png', buttons: ['Yes', 'No'] } })
  })

  it('brings nothing else', async () => {
    expect(await show(aLog(100), 'paper.txt')).toMatchObject({
      code: codes.badRequest,
      data: { fields: [{ field: 'args.fileId' }] },
    })
  })

  it('has no two buttons alike, and no more than three', async () => {
    for (const buttons of [
      ['Yes', 'Yes'],
      ['1', '2', '3', '4'],
    ])
      expect((await give({ cmd: 'MESSAGE', args: { ...message, buttons } })).code).toBe(
        codes.badRequest,
      )
  })
})

describe('a remote session', () => {
  const ask = (args: object = {}) =>
    give({ cmd: 'REMOTE_START', args: { reason: 'Printer', minutes: 30, ...args } })

  it('is asked for within what the settings of remote control say', async () => {
    expect((await ask()).code).toBe(200)
    const refused = await ask({ minutes: 61 })
    expect(refused).toMatchObject({ data: { fields: [{ field: 'args.minutes' }] } })
    const silent = await ask({ consent: false })
    expect(silent).toMatchObject({ data: { fields: [{ field: 'args.consent' }] } })
    const value = await giver.get(remoteControl.get, {})
    await giver.get(remoteControl.save, { body: { ...value, needsConsent: false } })
    expect((await ask({ consent: false })).code).toBe(200)
  })
})
