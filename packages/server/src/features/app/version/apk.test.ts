import {
  apks,
  apps,
  type ApkState,
  codes,
  notices,
  packageRules,
  type PackageFacts,
} from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addCategory, appForm } from '../../../../test/appEstate.ts'
import { addPackage, goodFacts } from '../../../../test/packages.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { publishDue } from './apk.worker.ts'

const rights = ['LIST', 'DETAIL', 'ADD', 'EDIT', 'DELETE', 'SUBMIT', 'REVIEW', 'PUBLISH', 'OFFLINE']
const permissions = rights.map((right) => `APK_${right}`)
const clock = { time: new Date('2026-03-01T12:00:00Z') }

let app: TestApp
let layla: TestUser
let omar: TestUser
let zaid: TestUser
let appId: string
let packageName: string
let made = 0
let categoryId: string

beforeAll(async () => {
  app = await startTestApp({ now: () => clock.time })
  categoryId = await addCategory(app)
  const admin = { isSuperAdmin: true }
  layla = await signedIn(app, { ...admin, userName: 'layla' })
  omar = await signedIn(app, { ...admin, userName: 'omar' })
  zaid = await signedIn(app, { permissions, dataScope: 'ALL', userName: 'zaid' })
})
afterAll(() => app.close())
beforeEach(async () => {
  packageName = `com.bank.pay${++made}`
  const body = { name: `Pay ${made}`, package: packageName, orgId: app.rootId }
  const { id } = await layla.get(apps.add, {
    body: { ...body, ...appForm(categoryId) },
  })
  appId = id
})

const version = async (code: number, facts: Partial<PackageFacts> = {}) => {
  const own = { packageName, versionCode: code, versionName: `${code}.0`, ...facts }
  return { appId, fileId: await addPackage(app, own), releaseNotes: 'Better' }
}
const add = async (code: number, facts?: Partial<PackageFacts>, more: object = {}) =>
  layla.get(apks.add, { body: { ...(await version(code, facts)), ...more } })
const of = (id: string) => ({ params: { id } })
const review = (who: TestUser, id: string, body: { result: 'START' }) =>
  who.call(apks.review, { ...of(id), body })
const reviewed = async (id: string, body: { result: 'START' | 'APPROVED' }) =>
  omar.get(apks.review, { ...of(id), body })
const approved = async (code: number, facts?: Partial<PackageFacts>, more?: object) => {
  const { id } = await add(code, facts, more)
  await layla.get(apks.submit, of(id))
  await reviewed(id, { result: 'START' })
  await reviewed(id, { result: 'APPROVED' })
  return id
}
const stateOf = async (id: string) => (await layla.get(apks.detail, of(id))).state
const stand = (id: string, state: ApkState) =>
  sql`update apk set state = ${state} where id = ${id}`.execute(app.platform.db)
const fieldsIn = ({ data }: { data: unknown }) =>
  (data as { fields?: { field: string; message: string }[] } | null)?.fields

describe('the check of a package', () => {
  it('finds nothing in a good one, and shows what the file says', async () => {
    expect(await add(7)).toMatchObject({
      state: 'READY',
      problems: [],
      versionCode: 7,
      signerSha256: goodFacts.signer?.sha256,
      riskyPermissions: ['android.permission.CAMERA'],
      abis: ['arm64-v8a'],
    })
  })

  it.each([
    ['Its code 4 is not higher than 5', 4, {}],
    ['signed with another key than version 5.0', 6, signedBy('b')],
    ['Nobody has signed it', 6, { signer: null }],
    ['a key for development', 6, signedBy('a', true)],
    ['may be debugged', 6, { isDebuggable: true }],
    ['for tests only', 6, { isTestOnly: true }],
    ['one part of several', 6, { isSplit: true }],
  ] as const)('says one sentence: %s', async (sentence, code, facts) => {
    const first = await add(5)
    await stand(first.id, 'SUPERSEDED')
    const { id, state, problems } = await add(code, facts)
    expect([state, problems]).toEqual(['CHECK_FAILED', [expect.stringContaining(sentence)]])
    expect((await layla.call(apks.submit, of(id))).code).toBe(codes.wrongState)
  })

  it('lets a lower code go as a way back, and a key that the one before has handed over', async () => {
    const first = await add(5)
    await stand(first.id, 'SUPERSEDED')
    const back = await add(4, {}, { isRollback: true })
    expect(back.state).toBe('READY')
    await stand(back.id, 'SIGNED')
    const rotated = await add(6, { ...signedBy('b'), lineage: ['a'.repeat(64)] })
    expect(rotated.state).toBe('READY')
  })

  it('holds to the rules of the platform', async () => {
    const before = await layla.get(packageRules.get, {})
    const forbiddenPermissions = ['android.permission.CAMERA']
    const body = { ...before, forbiddenPermissions, leastTargetSdk: 35, allowedAbis: ['x86_64'] }
    await layla.get(packageRules.save, { body })
    const { problems } = await add(1)
    await layla.get(packageRules.reset, {})
    expect(problems).toEqual([
      expect.stringContaining('34; 35'),
      expect.stringContaining('android.permission.CAMERA'),
      expect.stringContaining('arm64-v8a'),
    ])
  })

  it('refuses another package, another system, a code twice and a file that is none', async () => {
    const refused = async (body: Awaited<ReturnType<typeof version>>) =>
      fieldsIn(await layla.call(apks.add, { body }))
    const found = [{ field: 'fileId', message: expect.stringContaining('com.other') }]
    expect(await refused(await version(1, { packageName: 'com.other' }))).toEqual(found)
    expect(await refused(await version(1, { osKind: 'LINUX' }))).toMatchObject([
      { field: 'fileId' },
    ])
    expect(await refused({ ...(await version(1)), fileId: appId })).toMatchObject([
      { field: 'fileId' },
    ])
    const first = await add(5)
    await stand(first.id, 'SIGNED')
    expect(await refused(await version(5))).toMatchObject([{ field: 'fileId' }])
  })

  it('takes one version at a time, also of two who upload at once', async () => {
    const bodies = [await version(1), await version(2)]
    const answers = await Promise.all(bodies.map((body) => layla.call(apks.add, { body })))
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([codes.warning, 200]))
  })

  it('is made anew when the version is changed', async () => {
    const { id, version: read, ...row } = await add(3, { isDebuggable: true })
    expect(row.state).toBe('CHECK_FAILED')
    const body = { ...(await version(3)), id, version: read }
    expect(await layla.get(apks.update, { body })).toMatchObject({ state: 'READY', problems: [] })
    const trail = await layla.get(apks.trail, of(id))
    expect(trail.map(({ after }) => after)).toEqual(['DRAFT', 'CHECK_FAILED', 'DRAFT', 'READY'])
  })
})

describe('a review', () => {
  it('leads from the maker to another person, who approves; the platform signs', async () => {
    const id = await approved(1)
    expect(await stateOf(id)).toBe('SIGNED')
    const trail = await layla.get(apks.trail, of(id))
    expect(trail.map(({ after, by }) => [after, by])).toEqual([
      ['DRAFT', 'layla'],
      ['READY', 'layla'],
      ['SUBMITTED', 'layla'],
      ['IN_REVIEW', 'omar'],
      ['APPROVED', 'omar'],
      ['SIGNING', null],
      ['SIGNED', null],
    ])
  })

  it('is for nobody who has made or handed in the version', async () => {
    const { id } = await add(1)
    await zaid.get(apks.submit, of(id))
    for (const maker of [layla, zaid])
      expect((await review(maker, id, { result: 'START' })).code).toBe(codes.warning)
    expect((await review(omar, id, { result: 'START' })).code).toBe(200)
  })

  it('is for nobody who has handed it in before', async () => {
    const { id } = await add(1)
    await zaid.get(apks.submit, of(id))
    await layla.get(apks.withdraw, of(id))
    await layla.get(apks.submit, of(id))
    expect((await review(zaid, id, { result: 'START' })).code).toBe(codes.warning)
    expect((await review(omar, id, { result: 'START' })).code).toBe(200)
  })

  it('is for nobody who has put another file in the version', async () => {
    const { id, version: before } = await add(1)
    await omar.get(apks.update, { body: { ...(await version(2)), id, version: before } })
    await layla.get(apks.submit, of(id))
    expect((await review(omar, id, { result: 'START' })).code).toBe(codes.warning)
    expect((await review(zaid, id, { result: 'START' })).code).toBe(200)
  })

  it('wants everything on the checklist looked at, and a reason for a refusal', async () => {
    const before = await layla.get(packageRules.get, {})
    await layla.get(packageRules.save, { body: { ...before, checklist: ['Icons', 'Keys'] } })
    const { id } = await add(1)
    await layla.get(apks.submit, of(id))
    await reviewed(id, { result: 'START' })
    const decide = (body: object) =>
      omar.call(apks.review, { ...of(id), body: { result: 'APPROVED', ...body } })
    expect(fieldsIn(await decide({ checked: ['Icons'] }))).toMatchObject([{ field: 'checked' }])
    expect(fieldsIn(await decide({ result: 'REJECTED' }))).toMatchObject([{ field: 'reason' }])
    expect((await decide({ checked: ['Icons', 'Keys'] })).code).toBe(200)
    await layla.get(packageRules.reset, {})
    const { list } = await layla.get(notices.page, { query: { type: '1' } })
    expect(list[0]?.notice).toBe(`Pay ${made} 1.0 is approved`)
  })

  it('lets the maker change what is wanted to be changed, and hand it in again', async () => {
    const { id } = await add(1)
    await layla.get(apks.submit, of(id))
    await reviewed(id, { result: 'START' })
    const body = { result: 'CHANGES_REQUESTED' as const, reason: 'Notes are thin' }
    await omar.get(apks.review, { ...of(id), body })
    const row = await layla.get(apks.detail, of(id))
    expect(row).toMatchObject({ state: 'CHANGES_REQUESTED', reason: 'Notes are thin' })
    const { fileId, version: read } = row
    await layla.get(apks.update, {
      body: { appId, fileId, releaseNotes: 'Much better', id, version: read },
    })
    expect((await layla.call(apks.submit, of(id))).code).toBe(200)
    expect((await layla.call(apks.withdraw, of(id))).code).toBe(200)
    expect(await stateOf(id)).toBe('READY')
  })

  it('is decided by one of two who decide at once', async () => {
    const { id } = await add(1)
    await layla.get(apks.submit, of(id))
    await reviewed(id, { result: 'START' })
    const other = await signedIn(app, { permissions, dataScope: 'ALL' })
    const answers = await Promise.all([
      omar.call(apks.review, { ...of(id), body: { result: 'APPROVED' } }),
      other.call(apks.review, { ...of(id), body: { result: 'REJECTED', reason: 'No' } }),
    ])
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200, codes.wrongState]))
  })

  it('keeps what is handed in or decided as it is', async () => {
    const id = await approved(1)
    const { version: read } = await layla.get(apks.detail, of(id))
    const body = { ...(await version(2)), id, version: read }
    expect((await layla.call(apks.update, { body })).code).toBe(codes.wrongState)
  })
})

describe('a publication', () => {
  const publish = (who: TestUser, id: string, publishAt: string | null = null) =>
    who.call(apks.publish, { ...of(id), body: { publishAt } })

  it('supersedes what was online in its track, and nothing in another', async () => {
    const ids = [await approved(1), await approved(2), await approved(3, {}, { track: 'BETA' })]
    for (const id of ids) expect((await publish(layla, id)).code).toBe(200)
    expect(await Promise.all(ids.map(stateOf))).toEqual(['SUPERSEDED', 'ONLINE', 'ONLINE'])
    const { list } = await layla.get(apps.page, { query: { keyword: packageName } })
    expect(list[0]).toMatchObject({ onlineVersion: '2.0', onlineCode: 2, pendingState: null })
  })

  it('leaves one of two online that are published at once', async () => {
    const ids = [await approved(1), await approved(2)]
    const answers = await Promise.all(ids.map((id) => publish(layla, id)))
    expect(answers.map(({ code }) => code)).toEqual([200, 200])
    expect(new Set(await Promise.all(ids.map(stateOf)))).toEqual(new Set(['ONLINE', 'SUPERSEDED']))
  })

  it('comes at its moment, unless that is cancelled', async () => {
    const [first, second] = [await approved(1), await approved(2)]
    const at = '2026-03-01T12:05:00.000Z'
    expect(fieldsIn(await publish(layla, first, '2026-02-01T00:00:00.000Z'))).toMatchObject([
      { field: 'publishAt' },
    ])
    for (const id of [first, second]) await publish(layla, id, at)
    await layla.get(apks.unplan, of(second))
    await publishDue(app.platform)
    expect(await stateOf(first)).toBe('SIGNED')
    clock.time = new Date('2026-03-01T12:05:01Z')
    await publishDue(app.platform)
    await publishDue(app.platform)
    expect([await stateOf(first), await stateOf(second)]).toEqual(['ONLINE', 'SIGNED'])
    expect((await layla.get(apks.trail, of(first))).at(-1)).toMatchObject({
      before: 'SIGNED',
      after: 'ONLINE',
      by: null,
    })
  })

  it('ends with a reason, and may come back; what is offered is not thrown away', async () => {
    const id = await approved(1)
    await publish(layla, id)
    expect((await layla.call(apks.remove, of(id))).code).toBe(codes.warning)
    expect((await layla.call(apps.remove, of(appId))).code).toBe(codes.warning)
    await layla.get(apks.offline, { ...of(id), body: { reason: 'It fails' } })
    expect(await layla.get(apks.detail, of(id))).toMatchObject({
      state: 'OFFLINE',
      reason: 'It fails',
    })
    expect((await publish(layla, id)).code).toBe(200)
    await layla.get(apks.offline, { ...of(id), body: { reason: 'Again' } })
    expect((await layla.call(apks.remove, of(id))).code).toBe(200)
  })

  it('is for an enabled application alone', async () => {
    const id = await approved(1)
    await layla.get(apps.setStatus, { params: { id: appId, status: '0' } })
    expect((await publish(layla, id)).code).toBe(codes.wrongState)
  })
})

describe('what a version was and is', () => {
  it('is compared with another one of its application', async () => {
    const [one, two] = [
      await approved(1),
      await approved(2, { permissions: ['android.permission.CAMERA', 'android.permission.NFC'] }),
    ]
    const diff = await layla.get(apks.diff, { params: { id: two, otherId: one } })
    expect(diff).toMatchObject({
      version: '2.0',
      otherVersion: '1.0',
      isSameSigner: true,
      permissions: {
        added: ['android.permission.NFC'],
        removed: ['android.permission.INTERNET'],
      },
    })
  })

  it('is known before it is made', async () => {
    const { fileId } = await version(1, { isDebuggable: true })
    const told = await layla.get(apks.parse, { body: { fileId } })
    expect(told).toMatchObject({
      app: { id: appId },
      facts: { packageName, versionCode: 1 },
      problems: [expect.stringContaining('debugged')],
    })
  })

  it('is hidden from whoever does not see the application', async () => {
    const { id } = await add(1)
    const { id: orgId } = await addOrganization(app.platform, {
      name: `Beside ${made}`,
      code: `beside${made}`,
      parentId: app.rootId,
    })
    const stranger = await signedIn(app, { orgId, permissions })
    expect((await stranger.call(apks.detail, of(id))).code).toBe(codes.notFound)
    expect((await stranger.call(apks.submit, of(id))).code).toBe(codes.notFound)
    expect((await stranger.get(apks.page, { query: {} })).total).toBe(0)
  })
})

it('never fails, whatever it is asked', () => {
  expect(app.failures).toEqual([])
})

function signedBy(letter: string, isDebug = false): Pick<PackageFacts, 'signer'> {
  const { signer } = goodFacts
  return { signer: signer && { ...signer, sha256: letter.repeat(64), isDebug } }
}
