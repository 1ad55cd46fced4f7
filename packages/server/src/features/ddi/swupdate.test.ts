import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createHash } from 'node:crypto'
import { upgradeResults } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { gatewayKey, giveFile, itemOf } from '../../../test/ddiClient.ts'
import { easyWave, planSteps } from '../../../test/planSteps.ts'
import { signedIn, startTestApp, type TestApp } from '../../../test/testApp.ts'
import { addDevice, addModel, eventually, type TestDevice } from '../../../test/testGateway.ts'
import { makeSigner, type Signer, swuPackage, type SwuWishes } from '../../../test/swuPackage.ts'
import { Swupdate, type SwupdateWishes } from '../../../test/swupdateProcess.ts'
import { addUpgradeVersion } from '../../../test/upgradeEstate.ts'
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

/** Makes an image; answers its version, and what is to lie on the machine once it is installed. */
async function makeImage(bytes: number, more: Partial<SwuWishes> = {}) {
  versions += 1
  const payload = randomBytes(bytes)
  const versionName = `3.0.${versions}`
  const wishes = { version: versionName, payload, target: targetOf(), signer, ...more }
  const content = swuPackage(folder, wishes)
  await fileStoreIn(app.platform.env.dataFolder).put(Readable.from([content]))
  const sha256 = createHash('sha256').update(content).digest('hex')
  const fileName = `image-${versionName}.swu`
  return { version: { modelId, versionName, file: { content, sha256 }, fileName }, payload }
}

/** Gives the terminal an image; answers its push and what is to lie on the machine then. */
async function give(bytes: number, more: Partial<SwuWishes> = {}) {
  const { version, payload } = await makeImage(bytes, more)
  const { fileName } = version
  return {
    push: await giveFile(app, version, { ids: [device.id], version: { fileName } }),
    payload,
  }
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

async function reaches(push: string, state: string, swupdate: Swupdate, isProved?: true) {
  try {
    return await eventually(async () => {
      const item = await itemOf(app, push)
      return item.state === state && (!isProved || item.isProved) ? item : null
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
    const { firmware } = await reaches(push, 'SUCCESS', second, true)
    expect(firmware).toBe(`3.0.${versions}`)
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
    expect(await reaches(push, 'SUCCESS', again, true)).toMatchObject({ isProved: true })
  })
})

describe('SWUpdate on the terminals of a plan', () => {
  it('installs what its wave brings, says that it runs, and the plan has finished', async () => {
    const [admin, second] = [await superAdmin(), await superAdmin()]
    const steps = planSteps(app, { admin, second })
    const { version, payload } = await makeImage(200_000)
    const waves = [{ ...easyWave, successPercent: 100, errorPercent: 0 }]
    const versionId = await addUpgradeVersion(app.platform, version)
    const { id } = await steps.begin([versionId], [device.sn], { waves })
    const first = start()
    await steps.goOn(id, ({ active }) => active === 1, 'the terminal has begun')
    await hasInstalled(first)
    // Until it has restarted nobody knows whether it runs.
    await steps.round()
    expect(await steps.find(id)).toMatchObject({ state: 'RUNNING', succeeded: 0, installed: 0 })
    await first.kill()
    start({ confirms: '2' })
    const plan = await steps.goOn(id, ({ endedAt }) => endedAt !== null, 'the plan has ended')
    expect(plan).toMatchObject({ state: 'FINISHED', reason: null, succeeded: 1, size: 1 })
    expect(isInstalled(payload)).toBe(true)
    const { list } = await admin.get(upgradeResults.page, { query: { planId: id } })
    expect(list).toMatchObject([
      { sn: device.sn, state: 'SUCCESS', outcome: 'CONFIRMED', toVersion: version.versionName },
    ])
    expect(list[0]?.provedAt).not.toBeNull()
  })

  it('says that it does not run what it was brought, and the wave has failed', async () => {
    const [admin, second] = [await superAdmin(), await superAdmin()]
    const steps = planSteps(app, { admin, second })
    const { version } = await makeImage(1_000)
    const versionId = await addUpgradeVersion(app.platform, version)
    const waves = [{ ...easyWave, errorPercent: 0 }]
    const more = { waves, options: { retries: 0 } }
    const { id } = await steps.begin([versionId], [device.sn], more)
    const first = start()
    await steps.goOn(id, ({ active }) => active === 1, 'the terminal has begun')
    await hasInstalled(first)
    await first.kill()
    start({ confirms: '3' })
    const plan = await steps.goOn(id, ({ state }) => state === 'PAUSED', 'the plan is paused')
    expect(plan).toMatchObject({ reason: 'plan.failed.errors', failed: 1, succeeded: 0 })
  })
})

const superAdmin = () => signedIn(app, { isSuperAdmin: true })
