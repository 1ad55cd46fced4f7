import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:tls'
import { accessPoints, codes, type NewOf, server } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { lifecycleSpec } from '../../../../test/lifecycleSpec.ts'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { testCertificate, testKey } from '../../../../test/testCertificate.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { seedParameters } from '../parameter/parameterSeed.ts'
import { lookAtCertificates } from './certificate.ts'
import { recorded } from './jobRuns.ts'
import { startNode } from './node.ts'

const point = (n: number | string, more: object = {}): NewOf<typeof accessPoints> => ({
  name: `Point ${n}`,
  url: `mqtts://point-${n}.test`,
  ...more,
})

lifecycleSpec(accessPoints, {
  prepare: async () => undefined,
  make: (n) => point(n),
  text: 'name',
  unique: 'name',
})

let app: TestApp
let admin: TestUser

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())

it('a process says why it cannot do its work', async () => {
  const report = async () => ({
    reasons: [['broker', 'The broker is away.'] as const],
    // The last one has a text of its own on the screen.
    worries: ['The clock is 3 s behind.', 'MUSTER_VIRTUAL_ROLE: full access without signing in'],
  })
  Object.assign(app.platform.env, { virtualRole: true })
  onTestFinished(() => void Object.assign(app.platform.env, { virtualRole: false }))
  const stop = await startNode(app.platform, { report, jobHolder: null })
  const { nodes } = await admin.get(server.metrics, {})
  expect(nodes).toMatchObject([
    {
      pid: process.pid,
      warnings: ['virtualRole'],
      faults: ['The broker is away.'],
      worries: ['The clock is 3 s behind.'],
    },
  ])
  await stop()
  expect((await admin.get(server.metrics, {})).nodes).toEqual([])
})

describe('an access point', () => {
  it.each([
    ['no address', { url: 'somewhere' }, 'url'],
    ['a protocol of another kind', { kind: 'HTTPS' as const, url: 'mqtt://a.test' }, 'url'],
    ['a password in its address', { url: 'mqtts://a:b@c.test' }, 'url'],
    ['half a fingerprint', { caFingerprint: 'AB:CD' }, 'caFingerprint'],
    ['a weight of nothing', { weight: 0 }, 'weight'],
    [
      'an organisation that is not there',
      { orgId: '00000000-0000-7000-8000-000000000001' },
      'orgId',
    ],
  ])('is refused with %s, at its field', async (_, more, field) => {
    const answer = await admin.call(accessPoints.add, { body: point('bad', more) })
    expect(answer).toMatchObject({ status: 400, data: { fields: [{ field }] } })
  })

  it('belongs to those who run the platform', async () => {
    const other = await signedIn(app, { permissions: ['DEVICE_LIST'] })
    expect((await other.call(accessPoints.page, { query: {} })).code).toBe(codes.forbidden)
    expect((await other.call(server.metrics, {})).code).toBe(codes.forbidden)
  })
})

describe('the certificate of an access point', () => {
  const servers: Server[] = []
  const listening = async (cert: string): Promise<string> => {
    const one = createServer({ key: testKey, cert }).listen(0, '127.0.0.1')
    one.on('tlsClientError', () => undefined)
    servers.push(one)
    await once(one, 'listening')
    const address = one.address()
    return `https://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  }
  afterAll(() => Promise.all(servers.map((one) => one[Symbol.asyncDispose]())))

  it('is seen over a real connection, with what is wrong with it', async () => {
    const good = testCertificate(90)
    const url = await listening(good)
    const old = await listening(testCertificate(-1))
    const { fingerprint256, validTo } = new X509Certificate(good)
    const add = async (name: string, more: object) =>
      (await admin.get(accessPoints.add, { body: point(name, { kind: 'HTTPS', ...more }) })).id
    const ids = {
      untrusted: await add('untrusted', { url: `${url}/a` }),
      known: await add('known', { url: `${url}/b`, caFingerprint: fingerprint256 }),
      other: await add('other', { url: `${url}/c`, caFingerprint: 'AB'.repeat(32) }),
      expired: await add('expired', { url: old }),
      dead: await add('dead', { url: 'https://127.0.0.1:1' }),
      plain: await add('plain', { kind: 'DOWNLOAD', url: 'http://127.0.0.1:1' }),
    }
    await lookAtCertificates(app.platform)
    const seen = async (id: string) => {
      const { certificateUntil, certificateProblem, certificateCheckedAt } = await admin.get(
        accessPoints.detail,
        { params: { id } },
      )
      return [certificateProblem, certificateUntil, certificateCheckedAt !== null]
    }
    const until = new Date(validTo).toISOString()
    expect(await seen(ids.known)).toEqual([null, until, true])
    expect(await seen(ids.untrusted)).toEqual(['platform.certificate.untrusted', until, true])
    expect(await seen(ids.other)).toEqual(['platform.certificate.otherAuthority', until, true])
    expect((await seen(ids.expired))[0]).toBe('platform.certificate.expired')
    expect(await seen(ids.dead)).toEqual(['platform.certificate.unreachable', null, true])
    expect(await seen(ids.plain)).toEqual([null, null, false])

    // What was seen at one address says nothing of another.
    const known = await admin.get(accessPoints.detail, { params: { id: ids.known } })
    const { id, version, name, kind } = known
    await admin.get(accessPoints.update, { body: { id, version, name, kind, url: `${url}/d` } })
    expect(await seen(ids.known)).toEqual([null, null, false])
  })
})

describe('a job', () => {
  it('tells when it ran, how long, and what it ended with', async () => {
    const [good, bad] = recorded([
      { name: 'stat.fold', cron: '41 2 * * *', work: async () => undefined },
      {
        name: 'mail.deliver.never',
        cron: '* * * * *',
        work: () => Promise.reject(new Error('no room left')),
      },
    ])
    await good?.work(app.platform)
    await expect(bad?.work(app.platform)).rejects.toThrow('no room left')
    const { jobs, queues } = await admin.get(server.jobs, {})
    const fold = jobs.find(({ name }) => name === 'stat.fold')
    expect(fold).toMatchObject({ cron: '41 2 * * *', isRunning: false, error: null })
    expect(fold?.tookMs).toBeGreaterThanOrEqual(0)
    expect(new Date(fold?.nextAt ?? 0).getUTCMinutes()).toBe(41)
    expect(jobs.find(({ name }) => name === 'server.certificates')).toMatchObject({ lastAt: null })
    expect(queues.tasksQueued).toBe(0)
    const { rows } = await app.platform.pool.query(
      `select error from job_run where name = 'mail.deliver.never'`,
    )
    expect(rows).toEqual([{ error: 'no room left' }])
  })

  it('is refused while no worker lives, and when nobody knows it', async () => {
    const answer = await admin.call(server.runJob, { body: { name: 'stat.fold' } })
    expect(answer).toMatchObject({ code: codes.warning, msg: expect.stringMatching(/worker/) })
    expect((await admin.call(server.runJob, { body: { name: 'no.job' } })).code).toBe(
      codes.notFound,
    )
  })
})

it('tells what takes how much room, and how long it is kept', async () => {
  await seedParameters(app.platform.db)
  const { databaseBytes, tables, files, retention } = await admin.get(server.storage, {})
  expect(databaseBytes).toBeGreaterThan(1_000_000)
  expect(tables.length).toBeGreaterThan(5)
  // The months of the log count as one table.
  expect(tables.filter(({ name }) => /_\d{4}_?\d\d$/.test(name))).toEqual([])
  expect(files.map(({ name }) => name)).toEqual(['exports', 'uploads'])
  expect(retention.find(({ key }) => key === 'recycle.keepDays')).toEqual({
    key: 'recycle.keepDays',
    value: 90,
  })
})

it('names the organisations that are nearest to their quota', async () => {
  const { platform, rootId } = app
  const estate = await addEstate(app)
  const full = await addOrganization(platform, { name: 'Full', code: 'full', parentId: rootId })
  const free = await addOrganization(platform, { name: 'Free', code: 'free', parentId: rootId })
  const below = await addOrganization(platform, { name: 'Below', code: 'below', parentId: full.id })
  await platform.pool.query(
    `update organization set device_quota = case code when 'full' then 4 else 100 end where code in ('full', 'free')`,
  )
  await addDevices(app, estate, { orgId: below.id, prefix: 'FULL', count: 3 })
  await addDevices(app, estate, { orgId: below.id, prefix: 'OLD', count: 2, lifecycle: 'SCRAPPED' })
  await addDevices(app, estate, { orgId: free.id, prefix: 'FREE', count: 5 })
  expect(await admin.get(server.quota, {})).toEqual([
    { orgId: full.id, name: 'Full', used: 3, limit: 4 },
    { orgId: free.id, name: 'Free', used: 5, limit: 100 },
  ])
})
