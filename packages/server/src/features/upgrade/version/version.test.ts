import { mkdir, rm } from 'node:fs/promises'
import {
  alarms,
  codes,
  organizationKeys,
  packageRules,
  type UpgradeVersion,
  upgradeVersions,
} from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linuxPackage, packageKey } from '../../../../test/linuxPackage.ts'
import { addOrganization, signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevice, addModel } from '../../../../test/testGateway.ts'
import { startUploadApp, upload } from '../../../../test/uploads.ts'
import { giveUpgrade } from '../../../../test/upgradeEstate.ts'
import { contentPath } from '../../../platform/fileStore.ts'
import { seedAlarmRules } from '../../alarm/alarmSeed.ts'
import { judgeSignals } from '../../alarm/judgeSignals.ts'
import { inTurn } from '../../app/index.ts'
import { checkVersions } from './version.worker.ts'

let bench: Awaited<ReturnType<typeof startUploadApp>>
let app: TestApp
let maker: TestUser
let other: TestUser
let modelId: string
let vendorId: string
const key = packageKey('Aurora works')

beforeAll(async () => {
  bench = await startUploadApp()
  ;({ app } = bench)
  maker = await signedIn(app, { isSuperAdmin: true })
  other = await signedIn(app, { isSuperAdmin: true })
  modelId = await addModel(app.platform)
  const { rows } = await sql<{
    vendorId: string
  }>`select vendor_id from model where id = ${modelId}`.execute(app.platform.db)
  vendorId = rows[0]?.vendorId ?? ''
  await seedAlarmRules(app.platform.db)
  await maker.get(packageRules.save, {
    body: { ...(await maker.get(packageRules.get, {})), packageKeys: [key.line] },
  })
})
afterAll(() => bench.close())

const packageOf = (version: string) =>
  linuxPackage({ name: 'aurora', version, architecture: 'all' })

async function bodyOf(versionName: string, bytes = packageOf(versionName), name = 'a.tar.gz') {
  const { id: fileId } = await upload(maker, bytes, { name, type: 'firmware' })
  return {
    orgId: app.rootId,
    name: 'Aurora',
    kind: 'FIRMWARE' as const,
    vendorId,
    modelIds: [modelId],
    versionName,
    fileId,
    releaseNotes: 'x',
  }
}

const find = (id: string) => maker.get(upgradeVersions.detail, { params: { id } })
const move = (user: TestUser, call: 'submit' | 'withdraw' | 'online', id: string) =>
  user.call(upgradeVersions[call], { params: { id } })

/** Approves a version as it is now, or as it was seen before. */
async function decide(
  user: TestUser,
  id: string,
  seen?: Pick<UpgradeVersion, 'version' | 'versionName' | 'sha256'>,
) {
  const { version, versionName, sha256 } = seen ?? (await find(id))
  const body = { result: 'APPROVED' as const, version, versionName, sha256 }
  return user.call(upgradeVersions.review, { params: { id }, body })
}

/** A version that has come online. */
async function online(versionName: string) {
  const { id } = await maker.get(upgradeVersions.add, { body: await bodyOf(versionName) })
  await move(maker, 'submit', id)
  await checkVersions(app.platform)
  await decide(other, id)
  await move(other, 'online', id)
  return find(id)
}

describe('a version', () => {
  it('is checked, approved by a second person, and then online', async () => {
    const bytes = packageOf('2.1.0')
    const body = { ...(await bodyOf('2.1.0', bytes)), signature: key.signatureOf(bytes) }
    const { id } = await maker.get(upgradeVersions.add, { body })
    expect((await move(maker, 'online', id)).code).toBe(codes.wrongState)
    await move(maker, 'submit', id)
    expect(await find(id)).toMatchObject({ state: 'CHECKING' })
    await checkVersions(app.platform)
    expect(await find(id)).toMatchObject({ state: 'PENDING', signer: 'Aurora works', problems: [] })
    expect((await decide(maker, id)).msg).toContain('Somebody else')
    expect((await decide(other, id)).code).toBe(codes.success)
    await move(other, 'online', id)
    expect(await find(id)).toMatchObject({ state: 'ONLINE', deviceCount: 0 })
    const trail = await maker.get(upgradeVersions.trail, { params: { id } })
    expect(trail.map(({ after }) => after)).toEqual([
      'DRAFT',
      'CHECKING',
      'PENDING',
      'APPROVED',
      'ONLINE',
    ])
    const removed = await maker.call(upgradeVersions.remove, { params: { id } })
    expect(removed.msg).toContain('in use')
  })

  it('is agreed to by nobody who has written or handed it in at any time', async () => {
    const [editor, handing] = [
      await signedIn(app, { isSuperAdmin: true }),
      await signedIn(app, { isSuperAdmin: true }),
    ]
    const body = await bodyOf('2.4.0')
    const { id, version } = await maker.get(upgradeVersions.add, { body })
    await editor.get(upgradeVersions.update, { body: { ...body, id, version } })
    await move(handing, 'submit', id)
    await checkVersions(app.platform)
    await move(maker, 'withdraw', id)
    await move(maker, 'submit', id)
    await checkVersions(app.platform)
    for (const one of [maker, editor, handing]) {
      expect((await decide(one, id)).code).toBe(codes.warning)
      const { waitsForMe } = await one.get(upgradeVersions.detail, { params: { id } })
      expect(waitsForMe).toBe(false)
    }
    expect((await decide(other, id)).code).toBe(codes.success)
  })

  it('is agreed to by its number and its bytes: where these have changed meanwhile nobody has agreed', async () => {
    const body = await bodyOf('2.5.0')
    const { id } = await maker.get(upgradeVersions.add, { body })
    const hand = async () => {
      await move(maker, 'submit', id)
      await checkVersions(app.platform)
      return find(id)
    }
    const seen = await hand()
    await move(maker, 'withdraw', id)
    const { version } = await find(id)
    const { fileId } = await bodyOf('2.5.0', Buffer.alloc(100, 9), 'other.bin')
    await maker.get(upgradeVersions.update, { body: { ...body, fileId, id, version } })
    const now = await hand()
    expect(now).toMatchObject({ state: 'PENDING' })
    const late = await decide(other, id, seen)
    expect(late).toMatchObject({ code: codes.versionConflict, data: { sha256: now.sha256 } })
    expect(late.msg).toContain(now.sha256)
    expect((await decide(other, id, { ...now, versionName: '2.5.1' })).code).toBe(
      codes.versionConflict,
    )
    expect(await find(id)).toMatchObject({ state: 'PENDING' })
    expect((await decide(other, id, now)).code).toBe(codes.success)
  })

  it('is agreed to as it was read: with the same file it may ask for something else by now', async () => {
    const editor = await signedIn(app, { isSuperAdmin: true })
    const body = await bodyOf('2.6.0')
    const { id } = await maker.get(upgradeVersions.add, { body })
    const hand = async () => {
      await move(maker, 'submit', id)
      await checkVersions(app.platform)
      return find(id)
    }
    const seen = await hand()
    await move(maker, 'withdraw', id)
    const { version } = await find(id)
    const changed = { ...body, minBattery: 3, forbiddenFrom: ['1.0'], id, version }
    await editor.get(upgradeVersions.update, { body: changed })
    const now = await hand()
    const late = await decide(other, id, seen)
    expect(late).toMatchObject({ code: codes.versionConflict, data: { version: now.version } })
    expect(late.msg).toContain('with the same file')
    const isFor = async (user: TestUser) =>
      (await user.get(upgradeVersions.detail, { params: { id } })).waitsForMe
    // Neither whoever has made it nor whoever has only changed it.
    expect([await isFor(maker), await isFor(editor), await isFor(other)]).toEqual([
      false,
      false,
      true,
    ])
    expect((await decide(other, id, now)).code).toBe(codes.success)
    expect(await isFor(other)).toBe(false)
  })

  it('comes back with what is wrong where its file is another version, or another key signed it', async () => {
    const bytes = packageOf('2.2.0')
    const body = {
      ...(await bodyOf('2.3.0', bytes)),
      signature: packageKey('Somebody').signatureOf(bytes),
    }
    const { id } = await maker.get(upgradeVersions.add, { body })
    await move(maker, 'submit', id)
    await checkVersions(app.platform)
    const found = await find(id)
    expect(found).toMatchObject({ state: 'DRAFT', signer: null })
    expect(found.problems).toEqual([
      expect.stringContaining('none of the keys'),
      expect.stringContaining('2.2.0'),
    ])
  })

  it('is checked whatever is wrong with those before it', async () => {
    const hand = async (versionName: string, bytes?: Buffer) => {
      const { id } = await maker.get(upgradeVersions.add, {
        body: await bodyOf(versionName, bytes),
      })
      await move(maker, 'submit', id)
      return find(id)
    }
    const unread = await hand('2.3.1')
    const path = contentPath(bench.folder, Buffer.from(unread.sha256, 'hex'))
    await rm(path)
    // Where its bytes should be is a folder: they are neither there nor gone.
    await mkdir(path)
    const zeroed = await hand('2.3.2', packageOf('2.3\0'))
    const sound = await hand('2.3.3')
    await expect(checkVersions(app.platform)).rejects.toThrow('1 versions cannot be checked')
    const states = await Promise.all([unread, zeroed, sound].map(({ id }) => find(id)))
    expect(states.map(({ state }) => state)).toEqual(['CHECKING', 'DRAFT', 'PENDING'])
    await move(maker, 'withdraw', unread.id)
  })

  it('may be signed with a key of its organisation', async () => {
    const own = packageKey('own')
    const bytes = packageOf('2.3.5')
    const signature = own.signatureOf(bytes)
    await maker.get(organizationKeys.add, {
      params: { id: app.rootId },
      body: { kind: 'APP_SIGNING', alias: 'works', reference: own.line.split(' ')[1] ?? '' },
    })
    const body = { ...(await bodyOf('2.3.5', bytes)), signature }
    const { id } = await maker.get(upgradeVersions.add, { body })
    await move(maker, 'submit', id)
    await checkVersions(app.platform)
    expect(await find(id)).toMatchObject({ state: 'PENDING', signer: 'works' })
  })

  it('names what a differential one is put upon, and models of its vendor', async () => {
    const body = await bodyOf('2.4.0')
    const lacks = await maker.call(upgradeVersions.add, { body: { ...body, isDiff: true } })
    expect(lacks.data).toMatchObject({ fields: [{ field: 'fromVersions' }] })
    const foreign = await maker.call(upgradeVersions.add, {
      body: { ...body, modelIds: [app.rootId] },
    })
    expect(foreign.data).toMatchObject({ fields: [{ field: 'modelIds' }] })
  })

  it('says what its file says before anybody fills in a form', async () => {
    const { fileId } = await bodyOf('9.9.1')
    expect(await maker.get(upgradeVersions.parse, { body: { fileId } })).toMatchObject({
      versionName: '9.9.1',
      hardware: [],
    })
    const plain = await bodyOf('x', Buffer.alloc(100, 7), 'logo.bin')
    expect(
      await maker.get(upgradeVersions.parse, { body: { fileId: plain.fileId } }),
    ).toMatchObject({ versionName: null })
  })
})

it('has its file read when it is its turn', async () => {
  const { fileId } = await bodyOf('9.9.2')
  const held = Promise.withResolvers<undefined>()
  const others = [1, 2].map(() => inTurn(() => held.promise))
  let isRead = false
  const reading = maker.get(upgradeVersions.parse, { body: { fileId } }).then((read) => {
    isRead = true
    return read
  })
  await new Promise((done) => setTimeout(done, 1000))
  expect(isRead).toBe(false)
  held.resolve(undefined)
  expect(await reading).toMatchObject({ versionName: '9.9.2' })
  await Promise.all(others)
})

describe('a recall', () => {
  it('stops what brings it and alarms each terminal that runs it, until it runs another', async () => {
    const { db } = app.platform
    const { id, versionName } = await online('3.0.0')
    const device = await addDevice(app.platform, { modelId, orgId: app.rootId })
    await sql`update device set firmware = ${versionName} where id = ${device.id}`.execute(db)
    const pushId = await giveUpgrade(app.platform, id, { ids: [device.id] })
    expect((await find(id)).deviceCount).toBe(1)
    await other.get(upgradeVersions.recall, { params: { id }, body: { reason: 'bricks' } })
    expect(await find(id)).toMatchObject({ state: 'OFFLINE', reason: 'bricks' })
    const { rows: pushes } = await sql<{
      state: string
    }>`select state from push where id = ${pushId}`.execute(db)
    expect(pushes).toEqual([{ state: 'STOPPED' }])
    await judgeSignals(app.platform)
    const open = async () =>
      (await maker.get(alarms.page, { query: { deviceId: device.id } })).list.map(
        ({ kind, state }) => `${kind} ${state}`,
      )
    expect(await open()).toEqual(['RECALLED OPEN'])
    await sql`update device set firmware = '3.0.1' where id = ${device.id}`.execute(db)
    await sql`insert into alarm_signal (device_id, kind, act) values (${device.id}, 'RECALLED', 'LOOK')`.execute(
      db,
    )
    await judgeSignals(app.platform)
    expect(await open()).toEqual(['RECALLED CLOSED'])
    expect((await move(other, 'online', id)).code).toBe(codes.wrongState)
  })

  it('alarms no terminal of those who cannot have got it', async () => {
    const { platform, rootId } = app
    const bankOf = (code: string) =>
      addOrganization(platform, { name: code, code, parentId: rootId })
    const [bank, sibling] = [await bankOf('recaller'), await bankOf('sibling')]
    const places = [bank.id, sibling.id, rootId]
    const devices = await Promise.all(
      places.map((orgId) => addDevice(platform, { modelId, orgId })),
    )
    const { id } = await online('5.1.0')
    const run = (text: string, values: unknown[]) => platform.pool.query(text, values)
    await run(`update upgrade_version set org_id = $1 where id = $2`, [bank.id, id])
    const ids = devices.map((device) => device.id)
    await run(`update device set firmware = '5.1.0' where id = any($1)`, [ids])
    await other.get(upgradeVersions.recall, { params: { id }, body: { reason: 'bricks' } })
    await judgeSignals(platform)
    const told = async () => {
      const { list } = await maker.get(alarms.page, { query: { kind: 'RECALLED', state: 'OPEN' } })
      return list.flatMap(({ deviceId }) => (ids.includes(deviceId) ? [deviceId] : []))
    }
    expect(await told()).toEqual([ids[0]])
    const look = `insert into alarm_signal (device_id, kind, act) select unnest($1::uuid[]), 'RECALLED', 'LOOK'`
    await run(look, [ids])
    await judgeSignals(platform)
    expect(await told()).toEqual([ids[0]])
  })
})

it('finds the way for a model over what is online', async () => {
  const found = await maker.get(upgradeVersions.path, { query: { modelId, from: '1.0' } })
  expect(found).toMatchObject({ to: '2.1.0', isReachable: true })
  expect(found.steps).toHaveLength(1)
})

it('finds the way of a terminal from what it runs, and none to what its hardware does not take', async () => {
  const { db } = app.platform
  const device = await addDevice(app.platform, { modelId, orgId: app.rootId })
  const told = { firmware: '1.0', hw: 'rev-b' }
  await sql`update device set firmware = '1.0', agent_version = '7.1' where id = ${device.id}`.execute(
    db,
  )
  await sql`insert into device_snapshot (device_id, kind, document, reported_at)
    values (${device.id}, 'info', ${JSON.stringify(told)}::jsonb, now())`.execute(db)
  const query = { modelId, deviceId: device.id }
  const way = () => maker.get(upgradeVersions.path, { query })
  const words = { from: '1.0', agent: '7.1', hardware: 'rev-b' }
  expect(await way()).toMatchObject({ ...words, to: '2.1.0', isReachable: true })
  const only = (hardware: string) =>
    sql`update upgrade_version set hardware = array[${hardware}] where state = 'ONLINE'`.execute(db)
  await only('rev-c')
  expect(await way()).toMatchObject({ ...words, to: null, isReachable: false })
  const said = await maker.get(upgradeVersions.path, { query: { ...query, hardware: 'rev-c' } })
  expect(said).toMatchObject({ hardware: 'rev-c', to: '2.1.0', isReachable: true })
  await only('rev-b')
  expect(await way()).toMatchObject({ to: '2.1.0', steps: [{ from: '1.0' }] })
  const parentId = app.rootId
  const far = await addOrganization(app.platform, { name: 'Far', code: 'far', parentId })
  const stranger = await signedIn(app, { orgId: far.id, permissions: ['VERSION_LIST'] })
  const refused = await stranger.call(upgradeVersions.path, { query })
  expect(refused.code).toBe(codes.notFound)
})

it('never fails, whatever it is sent', () => {
  expect(app.failures).toEqual([])
})
