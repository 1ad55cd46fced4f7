import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { enrolmentKeys, loginBansPath, mqttClients, organizationKeysPath } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { byTargetToken, DdiClient, gatewayKey, giveFile, itemOf } from '../../../test/ddiClient.ts'
import { storeFile, type TestFile } from '../../../test/deviceFiles.ts'
import { easyWave, planSteps } from '../../../test/planSteps.ts'
import { type RaucSaid, RaucUpdater } from '../../../test/raucUpdater.ts'
import { addOrganization, signedIn, startTestApp, type TestApp } from '../../../test/testApp.ts'
import { addDevice, addModel, eventually, type TestDevice } from '../../../test/testGateway.ts'
import { settingsPath } from '../device/index.ts'
import { addUpgradeVersion } from '../../../test/upgradeEstate.ts'
import { callOff, canBeCalledOff } from '../device/push/callOff.queries.ts'

let app: TestApp
let folder: string
let modelId: string
let device: TestDevice
let client: DdiClient
let file: TestFile

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-ddi-'))
  app = await startTestApp({ now: () => new Date() }, { MUSTER_DATA: folder })
  modelId = await addModel(app.platform)
  file = await storeFile(app, 300_000)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  device = await addDevice(app.platform, { modelId, orgId: app.rootId })
  client = byTargetToken(app, device)
})

let organizations = 0
async function addOrg(): Promise<string> {
  const code = `org-${++organizations}`
  return (await addOrganization(app.platform, { name: code, code, parentId: app.rootId })).id
}

async function rows<R>(text: ReturnType<typeof sql>): Promise<R[]> {
  const { rows: found } = await text.execute(app.platform.db)
  return found as R[]
}
const isOnline = async () =>
  (await rows(sql`select from device_online where device_id = ${device.id}`)).length === 1

describe('a client with a gateway token', () => {
  const comeBy = (token: string, sn = device.sn) => new DdiClient(app, sn, `GatewayToken ${token}`)
  const usesOf = async (id: string) =>
    (await rows<{ uses: number }>(sql`select uses from enrolment_key where id = ${id}`))[0]?.uses

  it('comes in by it, for one use, and goes on coming by it until it is revoked', async () => {
    device = await addDevice(app.platform, { modelId, orgId: app.rootId, registered: false })
    const key = await gatewayKey(app, app.rootId, 1)
    const mine = comeBy(key.token)
    await mine.link('configData')
    await mine.call('/configData', { method: 'PUT', body: { data: { version: '1' } } })
    expect((await mine.poll())._links).toBeUndefined()
    expect([await usesOf(key.id), await isOnline()]).toEqual([1, true])
    await sql`update enrolment_key set expires_at = now() where id = ${key.id}`.execute(
      app.platform.db,
    )
    app.platform.live.changed({ path: mqttClients.kick.path, ids: [device.id], orgIds: [] })
    await eventually(async () => !(await isOnline()))
    await mine.poll()
    // Nobody else comes in by a key that is spent.
    const other = await addDevice(app.platform, { modelId, orgId: app.rootId, registered: false })
    expect((await comeBy(key.token, other.sn).call('')).status).toBe(401)
    await sql`update enrolment_key set revoked_at = now() where id = ${key.id}`.execute(
      app.platform.db,
    )
    await eventually(async () => (await mine.call('')).status === 401)
  })

  it('does not come in by it while it is banned', async () => {
    device = await addDevice(app.platform, { modelId, orgId: app.rootId, registered: false })
    const { token } = await gatewayKey(app, app.rootId, 1)
    const mine = comeBy(token)
    await mine.poll()
    await sql`insert into login_ban (kind, value, reason, org_id, device_id)
      values ('SN', ${device.sn}, 'stolen', ${app.rootId}, ${device.id})`.execute(app.platform.db)
    const tell = (path: string, ids: string[] = []) =>
      app.platform.live.changed({ path, ids, orgIds: [] })
    tell(loginBansPath)
    tell(mqttClients.kick.path, [device.id])
    await eventually(async () => (await mine.call('')).status === 401)
    const noted = () =>
      sql`select from login_failure_example where name = ${device.sn} and cause = 'BANNED'`.execute(
        app.platform.db,
      )
    await eventually(async () => (await noted()).rows.length > 0)
    await sql`delete from login_ban`.execute(app.platform.db)
    tell(loginBansPath)
    await eventually(async () => (await mine.call('')).status === 200)
    expect((await mine.poll()).config).toBeDefined()
  })

  it('does not go on from an address that is banned, whatever it comes by', async () => {
    const other = await addDevice(app.platform, { modelId, orgId: app.rootId })
    device = await addDevice(app.platform, { modelId, orgId: app.rootId, registered: false })
    const { token } = await gatewayKey(app, app.rootId, 1)
    const both = [comeBy(token), byTargetToken(app, other)]
    const answers = async (status: number) => {
      const calls = await Promise.all(both.map((one) => one.call('')))
      return calls.every((call) => call.status === status)
    }
    await eventually(() => answers(200))
    const tell = () => app.platform.live.changed({ path: loginBansPath, ids: [], orgIds: [] })
    await sql`insert into login_ban (kind, value, reason) values ('ADDRESS', '127.0.0.1', 'x')`.execute(
      app.platform.db,
    )
    tell()
    await eventually(() => answers(401))
    await sql`delete from login_ban`.execute(app.platform.db)
    tell()
    await expect.poll(() => answers(200)).toBe(true)
  })

  it('does not take the place of a terminal that has a secret', async () => {
    const key = await gatewayKey(app, app.rootId)
    expect((await comeBy(key.token).call('')).status).toBe(403)
    await client.poll()
    expect((await comeBy(key.token).call('')).status).toBe(403)
    await client.poll()
  })

  it('is not spoken for by it any more once it has gone where the key is not for', async () => {
    const [bank, shop, other] = await Promise.all([addOrg(), addOrg(), addOrg()])
    const moveTo = (orgId: string) =>
      sql`update device set org_id = ${orgId} where id = ${device.id}`.execute(app.platform.db)
    await sql`update organization set parent_id = ${bank} where id = ${shop}`.execute(
      app.platform.db,
    )
    device = await addDevice(app.platform, { modelId, orgId: bank, registered: false })
    const { token } = await gatewayKey(app, bank)
    const mine = comeBy(token)
    await mine.poll()
    const answers = (status: number) =>
      eventually(async () => (await mine.call('')).status === status)
    await moveTo(other)
    await answers(403)
    // Nor where nobody in this process has seen it before.
    app.platform.live.changed({ path: mqttClients.kick.path, ids: [device.id], orgIds: [] })
    await eventually(async () => !(await isOnline()))
    expect((await mine.call('')).status).toBe(403)
    await moveTo(shop)
    await answers(200)
    await sql`update organization set parent_id = ${app.rootId} where id = ${shop}`.execute(
      app.platform.db,
    )
    await answers(403)
  })

  it('is looked at again as soon as somebody says that it, or its key, is another', async () => {
    const [bank, other] = await Promise.all([addOrg(), addOrg()])
    device = await addDevice(app.platform, { modelId, orgId: bank, registered: false })
    const key = await gatewayKey(app, bank)
    const mine = comeBy(key.token)
    await mine.poll()
    const { live, pool } = app.platform
    /** Settles when all who listen have heard it. */
    const heard = (path: string) =>
      new Promise<void>((done) => {
        const end = live.subscribe((said) => {
          if (said.path !== path) return
          end()
          done()
        })
      })
    const tell = async (path: string, ids: readonly string[]) => {
      const isHeard = heard(path)
      live.changed({ path, ids, orgIds: [] })
      await isHeard
    }
    const moving = await pool.connect()
    await moving.query('begin')
    await moving.query('update device set org_id = $1 where id = $2', [other, device.id])
    // It is looked at while its move is not there yet, but counted.
    await tell(organizationKeysPath, [])
    expect((await mine.call('')).status).toBe(200)
    await moving.query('commit')
    moving.release()
    await tell(settingsPath, [device.id])
    expect((await mine.call('')).status).toBe(403)
    await sql`update device set org_id = ${bank} where id = ${device.id}`.execute(app.platform.db)
    expect((await mine.call('')).status).toBe(200)
    const become = async (lifecycle: string) => {
      await sql`update device set lifecycle = ${lifecycle} where id = ${device.id}`.execute(
        app.platform.db,
      )
      await tell(settingsPath, [device.id])
    }
    await become('SCRAPPED')
    expect((await mine.call('')).status).not.toBe(200)
    await become('ACTIVE')
    expect((await mine.call('')).status).toBe(200)
    const admin = await signedIn(app, { isSuperAdmin: true })
    const isRevoked = heard(organizationKeysPath)
    await admin.get(enrolmentKeys.revoke, { params: { id: key.id } })
    await isRevoked
    expect((await mine.call('')).status).toBe(401)
  })

  it('that nobody knows says what it is, and waits for a person', async () => {
    const key = await gatewayKey(app, app.rootId)
    const mine = comeBy(key.token, `board-${device.sn.slice(-6)}`)
    expect(await mine.poll()).toMatchObject({ _links: { configData: {} } })
    const unknown = await mine.call('/configData', {
      method: 'PUT',
      body: { data: { model: 'nothing' } },
    })
    expect(unknown.status).toBe(403)
    const body = { data: { board: 'MODEL', version: '1.2' } }
    expect((await mine.call('/configData', { method: 'PUT', body })).status).toBe(200)
    expect(await mine.poll()).toEqual({ config: { polling: { sleep: '00:02:00' } } })
    const [row] = await rows<{ id: string; lifecycle: string; firmware: string }>(
      sql`select id, lifecycle, firmware from device where sn = ${mine.sn.toUpperCase()}`,
    )
    expect(row).toMatchObject({ lifecycle: 'UNCLAIMED', firmware: '1.2' })
    await sql`update device set lifecycle = 'ACTIVE' where id = ${row?.id}`.execute(app.platform.db)
    expect(await mine.poll()).toMatchObject({ _links: { configData: {} } })
    expect(await usesOf(key.id)).toBe(2)
  })
})

describe('rauc-hawkbit-updater, by what its source calls and says', () => {
  let rauc: RaucUpdater
  let push: string
  let versionName: string
  let versions = 0
  beforeEach(async () => {
    device = await addDevice(app.platform, { modelId, orgId: app.rootId, registered: false })
    rauc = new RaucUpdater(app, device.sn, (await gatewayKey(app, app.rootId)).token)
    await rauc.poll({ product: 'Terminator', model: 'T-1000', version: '1.0' })
    versionName = `rauc-${++versions}`
    push = await giveFile(app, { modelId, versionName, file }, { ids: [device.id] })
  })

  const progress = (detail: string): RaucSaid => ['proceeding', 'none', detail]
  const done: RaucSaid = ['closed', 'success', 'Software bundle installed successfully.']
  const failed = (detail: string): RaucSaid => ['closed', 'failure', detail]
  const fetched = ['Download complete. 12.50 MB/s', 'File checksum OK.'].map(progress)
  const installing = ['installing', '  0% Installing', '100% Installing done.'].map(progress)
  const fault = 'LastError: signature verification failed: self-signed certificate'
  const gaveUp = 'Failed to install software bundle.'
  const wrongSum = 'Software: Aurora V2. Invalid checksum: 1 expected 2'
  const noRoom = 'File size 300000 exceeds available space 5'
  const noFile = 'Download failed: HTTP request failed: 404'

  it('says what it is where it is asked, and fetches what it is given, from where it broke off', async () => {
    expect(await rauc.poll({})).not.toContain('configData')
    const { url, size, sha1, version, download, update } = await rauc.given()
    expect([size, version, download, update]).toEqual([300_000, versionName, 'attempt', 'attempt'])
    expect((await rauc.fetch(url, 0)).bytes.equals(file.content)).toBe(true)
    expect(sha1).toBe(createHash('sha1').update(file.content).digest('hex'))
    const rest = await rauc.fetch(url, 100_000)
    expect([rest.status, rest.range]).toEqual([206, 'bytes 100000-299999/300000'])
    expect(rest.bytes.equals(file.content.subarray(100_000))).toBe(true)
    // It has the whole file, and asks for what comes after.
    expect((await rauc.fetch(url, 300_000)).status).toBe(416)
  })

  it.each([
    [
      'installs',
      [...fetched, ...installing, progress('idle'), done],
      // It says so before it restarts into the other slot.
      { state: 'SUCCESS', isProved: false },
    ],
    [
      'finds another sum',
      [...fetched.slice(0, 1), failed(wrongSum)],
      { state: 'FAILED', code: 'D105' },
    ],
    ['has no room', [failed(noRoom)], { state: 'FAILED', code: 'D107', message: noRoom }],
    ['cannot fetch', [failed(noFile)], { state: 'FAILED', code: 'D104', message: noFile }],
    [
      'has its bundle refused',
      [...fetched, ...installing.slice(0, 1), progress(fault), progress('idle'), failed(gaveUp)],
      { state: 'FAILED', code: 'I201', message: `${fault}; ${gaveUp}` },
    ],
  ] as const)('%s', async (_, said, end) => {
    const { id } = await rauc.given()
    for (const one of said) await rauc.say('deploymentBase', id, one)
    expect(await itemOf(app, push)).toMatchObject(end)
  })

  it.each([
    ['has not begun', ['closed', 'success', 'Action canceled.'], null, 'CANCELLED'],
    [
      'installs already',
      ['rejected', 'success', 'Cancelation impossible, installation started already.'],
      done,
      'SUCCESS',
    ],
  ] as const)('is told to leave be what it %s', async (_, answer, after, state) => {
    const { id } = await rauc.given()
    await sql`update push_item item set ${callOff} where item.push_id = ${push} and ${canBeCalledOff}`.execute(
      app.platform.db,
    )
    const stopId = await rauc.calledOff()
    expect(stopId).toBe(id)
    await rauc.say('cancelAction', stopId, answer)
    if (after) await rauc.say('deploymentBase', id, after)
    expect((await itemOf(app, push)).state).toBe(state)
  })

  it('is well by the word of its plan when it has come back from its restart', async () => {
    const admin = await signedIn(app, { isSuperAdmin: true })
    const second = await signedIn(app, { isSuperAdmin: true })
    const steps = planSteps(app, { admin, second })
    const { id: own } = await rauc.given()
    await rauc.say('deploymentBase', own, done)
    await rauc.poll({ version: versionName })
    const version = `${versionName}-plan`
    const versionId = await addUpgradeVersion(app.platform, { modelId, versionName: version, file })
    const waves = [{ ...easyWave, successPercent: 100, errorPercent: 0 }]
    const { id } = await steps.begin([versionId], [device.sn], { waves })
    for (let nth = 0; nth < 3; nth += 1) await steps.round()
    await rauc.say('deploymentBase', (await rauc.given()).id, done)
    for (let nth = 0; nth < 3; nth += 1) await steps.round()
    expect(await steps.find(id)).toMatchObject({ state: 'RUNNING', installed: 1, succeeded: 0 })
    await rauc.poll({ version })
    const plan = await steps.goOn(id, ({ endedAt }) => endedAt !== null, 'the plan has ended')
    expect(plan).toMatchObject({ state: 'FINISHED', succeeded: 1 })
  })
})

describe('an upgrade that is done by its word', () => {
  let words = 0
  /** Its terminal has told attributes before, or never does. */
  async function done(attributes: Readonly<Record<string, string>> | null) {
    const tell = (data: object) => client.call('/configData', { method: 'PUT', body: { data } })
    if (attributes) await tell(attributes)
    const version = `word-${++words}`
    const push = await giveFile(app, { modelId, versionName: version, file }, { ids: [device.id] })
    await client.feedback(await client.link('deploymentBase'), 'closed', { finished: 'success' })
    const item = async () => {
      const { state, isProved, firmware } = await itemOf(app, push)
      return { state, isProved, firmware }
    }
    const before = attributes?.['version'] ?? null
    expect(await item()).toEqual({ state: 'SUCCESS', isProved: false, firmware: before })
    return { tell, item, version }
  }
  /** As a process is that hears of it for the first time. */
  async function forget(): Promise<void> {
    app.platform.live.changed({ path: mqttClients.kick.path, ids: [device.id], orgIds: [] })
    await eventually(async () => !(await isOnline()))
  }
  const links = async () => Object.keys((await client.poll())._links ?? {})

  it('is proved when its terminal is asked what it is, and tells the version', async () => {
    const { tell, item, version } = await done({ version: '1.0' })
    expect(await links()).toEqual(['configData'])
    expect(await item()).toMatchObject({ isProved: false })
    await tell({ version })
    expect(await item()).toEqual({ state: 'SUCCESS', isProved: true, firmware: version })
    expect(await links()).toEqual([])
  })

  it('is never proved where its terminal tells that it runs something else', async () => {
    const { tell, item } = await done({ version: '1.0' })
    await client.poll()
    await tell({ version: '0.9' })
    await forget()
    for (let polls = 0; polls < 3; polls += 1) await client.poll()
    expect(await item()).toEqual({ state: 'SUCCESS', isProved: false, firmware: '0.9' })
  })

  it.each([
    ['tells nothing when it is asked', { version: '1.0' }, 2],
    ['never tells anything', null, 1],
  ])('is proved by a poll where its terminal %s', async (_, attributes, polls) => {
    const { item, version } = await done(attributes)
    for (let nth = 1; nth < polls; nth += 1) await client.poll()
    const firmware = attributes?.version ?? null
    expect(await item()).toEqual({ state: 'SUCCESS', isProved: false, firmware })
    await client.poll()
    expect(await item()).toEqual({ state: 'SUCCESS', isProved: true, firmware: version })
  })

  it('is not forgotten by a process that has not heard the word', async () => {
    const { item, version } = await done({ version: '1.0' })
    await forget()
    expect(await links()).toEqual(['configData'])
    expect(await item()).toMatchObject({ isProved: false })
    await client.poll()
    expect(await item()).toEqual({ state: 'SUCCESS', isProved: true, firmware: version })
  })
})
