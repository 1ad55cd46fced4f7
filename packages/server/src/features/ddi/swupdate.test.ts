import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { gatewayKey, giveFile, itemOf } from '../../../test/ddiClient.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import { addDevice, addModel, eventually, type TestDevice } from '../../../test/testGateway.ts'
import { makeSigner, type Signer, swuPackage, type SwuWishes } from '../../../test/swuPackage.ts'
import { Swupdate, type SwupdateWishes } from '../../../test/swupdateProcess.ts'
import { fileStoreIn } from '../../platform/fileStore.ts'
import { callOff, canBeCalledOff } from '../device/push/callOff.queries.ts'

// Debian's SWUpdate, as it is, against the product.

let app: TestApp
let folder: string
let modelId: string
let server: string
let signer: Signer
let device: TestDevice
let running: Swupdate[] = []
let versions = 0
/** Seconds. */
const patience = 20

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-swu-'))
  app = await startTestApp(
    { now: () => new Date() },
    { MUSTER_DATA: folder, MUSTER_HEARTBEAT_SECONDS: '5' },
  )
  modelId = await addModel(app.platform)
  server = await app.http.listen({ port: 0, host: '127.0.0.1' })
  signer = makeSigner(folder, 'good')
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  device = await addDevice(app.platform, { modelId, orgId: app.rootId })
})
afterEach(async () => {
  await Promise.all(running.map((one) => one.kill()))
  running = []
})

function start(wishes: Partial<SwupdateWishes> = {}): Swupdate {
  const token = ['-k', device.secret.toString('base64url')] as const
  const one = new Swupdate({ folder, server, sn: device.sn, token, signer, ...wishes })
  running.push(one)
  return one
}

const targetOf = () => join(folder, `installed-${versions}`)

/** Gives the terminal an image; answers its push and what is to lie on the machine then. */
async function give(bytes: number, more: Partial<SwuWishes> = {}) {
  versions += 1
  const payload = randomBytes(bytes)
  const version = `3.0.${versions}`
  const content = swuPackage(folder, { version, payload, target: targetOf(), signer, ...more })
  await fileStoreIn(app.platform.env.dataFolder).put(Readable.from([content]))
  const sha256 = createHash('sha256').update(content).digest('hex')
  const wished = { modelId, versionName: version, file: { content, sha256 } }
  const named = { fileName: `image-${version}.swu` }
  const push = await giveFile(app, wished, { ids: [device.id], version: named })
  return { push, payload }
}

const isInstalled = (payload: Buffer) =>
  existsSync(targetOf()) && readFileSync(targetOf()).equals(payload)

async function hasInstalled(swupdate: Swupdate): Promise<void> {
  try {
    await eventually(async () => swupdate.said().includes('Update successful'), patience)
  } catch (error) {
    throw new Error(`it has not installed:\n${swupdate.said()}`, { cause: error })
  }
}

async function reaches(push: string, state: string, swupdate: Swupdate) {
  try {
    return await eventually(async () => {
      const item = await itemOf(app, push)
      return item.state === state ? item : null
    }, patience)
  } catch (error) {
    throw new Error(
      `not ${state}: ${JSON.stringify(await itemOf(app, push))}\n${swupdate.said()}`,
      {
        cause: error,
      },
    )
  }
}

describe('SWUpdate', () => {
  it('installs a signed image, and says after its restart that it runs', async () => {
    const { push, payload } = await give(300_000)
    const first = start()
    await hasInstalled(first)
    expect(isInstalled(payload)).toBe(true)
    expect(await itemOf(app, push)).toMatchObject({ state: 'RUNNING', isProved: false })
    await first.kill()
    const second = start({ confirms: '2' })
    expect(await reaches(push, 'SUCCESS', second)).toMatchObject({
      isProved: true,
      firmware: `3.0.${versions}`,
    })
  })

  it('says after its restart that what it installed does not run', async () => {
    const { push } = await give(1_000)
    const first = start()
    await hasInstalled(first)
    await first.kill()
    expect(await reaches(push, 'FAILED', start({ confirms: '3' }))).toMatchObject({ code: 'I201' })
  })

  it.each([
    ['is signed by nobody', { signer: null }],
    ['has another file than was signed', { isDamaged: true }],
  ])('refuses an image that %s, and tells why', async (_, more) => {
    const { push, payload } = await give(50_000, more)
    const item = await reaches(push, 'FAILED', start())
    // What it tells of the cause depends on how fast it is.
    expect(['D105', 'I201']).toContain(item.code)
    expect(item.message).toMatch(/mismatch|corrupted|No suitable/)
    expect(isInstalled(payload)).toBe(false)
  })

  it('refuses an image that somebody else has signed', async () => {
    const { push, payload } = await give(50_000, { signer: makeSigner(folder, 'other') })
    await reaches(push, 'FAILED', start())
    expect(isInstalled(payload)).toBe(false)
  })

  it('that is killed in the middle of the download begins it again, and ends well', async () => {
    const { push, payload } = await give(3_000_000)
    const first = start({ speed: '300k' })
    await eventually(async () => (await itemOf(app, push)).step === 'DOWNLOADING', patience)
    await new Promise((done) => setTimeout(done, 2_000))
    await first.kill()
    expect(isInstalled(payload)).toBe(false)
    const second = start()
    await hasInstalled(second)
    expect(isInstalled(payload)).toBe(true)
    await second.kill()
    await reaches(push, 'SUCCESS', start({ confirms: '2' }))
  })

  it('leaves an upgrade be that is called off while it downloads', async () => {
    const { push, payload } = await give(4_000_000)
    const swupdate = start({ speed: '200k' })
    await eventually(async () => (await itemOf(app, push)).step === 'DOWNLOADING', patience)
    await sql`update push_item item set ${callOff} where item.push_id = ${push} and ${canBeCalledOff}`.execute(
      app.platform.db,
    )
    await reaches(push, 'CANCELLED', swupdate)
    expect(isInstalled(payload)).toBe(false)
  })

  it('comes in by the key of its organisation', async () => {
    device = await addDevice(app.platform, { modelId, orgId: app.rootId, registered: false })
    const { token } = await gatewayKey(app, app.rootId)
    const swupdate = start({ token: ['-g', token] })
    await eventually(async () => {
      const { rows } = await sql`select from device_online where device_id = ${device.id}`.execute(
        app.platform.db,
      )
      return rows.length === 1
    })
    const { push } = await give(1_000)
    await hasInstalled(swupdate)
    await swupdate.kill()
    const again = start({ token: ['-g', token], confirms: '2' })
    expect(await reaches(push, 'SUCCESS', again)).toMatchObject({ isProved: true })
  })
})
