import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mqttClients } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { byTargetToken, DdiClient, giveFile, itemOf } from '../../../test/ddiClient.ts'
import { storeFile, type TestFile } from '../../../test/deviceFiles.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import {
  addDevice,
  addModel,
  eventually,
  giveCommand,
  type TestDevice,
} from '../../../test/testGateway.ts'
import { callOff, canBeCalledOff } from '../device/push/callOff.queries.ts'

let app: TestApp
let folder: string
let modelId: string
let file: TestFile
let device: TestDevice
let client: DdiClient
let versions = 0

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

async function rows<R>(text: ReturnType<typeof sql>): Promise<R[]> {
  const { rows: found } = await text.execute(app.platform.db)
  return found as R[]
}
const isOnline = async () =>
  (await rows(sql`select from device_online where device_id = ${device.id}`)).length === 1

type Giving = Partial<Parameters<typeof giveFile>[2]>
const give = (more: Giving = {}) =>
  giveFile(app, { modelId, versionName: `2.0.${++versions}`, file }, { ids: [device.id], ...more })

interface Deployment {
  readonly id: string
  readonly deployment: {
    readonly download: string
    readonly update: string
    readonly chunks: readonly {
      readonly part: string
      readonly version: string
      readonly artifacts: readonly Artifact[]
    }[]
  }
}
interface Artifact {
  readonly filename: string
  readonly size: number
  readonly hashes: Readonly<Record<'sha1' | 'md5' | 'sha256', string>>
  readonly _links: Readonly<Record<string, { readonly href: string }>>
}
async function deploymentOf(href: string) {
  const deployment = (await client.call(href)).json<Deployment>()
  const artifact = deployment.deployment.chunks[0]?.artifacts[0]
  if (!artifact) throw new Error('no artifact')
  return { ...deployment, artifact }
}
const hashOf = (name: string, bytes = file.content) => createHash(name).update(bytes).digest('hex')

describe('a client with a token of its own', () => {
  it('is present by its polls, and is told when to come again and nothing else', async () => {
    await client.call('/configData', { method: 'PUT', body: { data: { os: 'Yocto 5' } } })
    expect(await client.poll()).toEqual({ config: { polling: { sleep: '00:02:00' } } })
    expect(await isOnline()).toBe(true)
  })

  it('is asked once what it says of itself, which is kept', async () => {
    await client.link('configData')
    const data = { version: '1.0', hwRevision: 'B', os: 'Yocto 5', 'my own': 'word' }
    const put = await client.call('/configData', { method: 'PUT', body: { data } })
    expect([put.status, put.bytes.length]).toEqual([200, 0])
    const more = { data: { os: 'Yocto\0 6', 'a\0': 'b' }, mode: 'merge' }
    await client.call('/configData', { method: 'PUT', body: more })
    const [told] = await rows<{ document: object }>(
      sql`select document from device_snapshot where device_id = ${device.id} and kind = 'info'`,
    )
    expect(told?.document).toMatchObject({
      firmware: '1.0',
      hw: 'B',
      os: 'Yocto 6',
      attributes: { ...data, os: 'Yocto 6' },
    })
    expect((await client.poll())._links).toBeUndefined()
  })

  it.each([
    ['no JSON', '{'],
    ['no data', {}],
    ['no texts', { data: { a: 1 } }],
    ['too many', { data: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [n, 'x'])) }],
    ['too long', { data: { a: 'x'.repeat(257) } }],
  ])('is told that its attributes are malformed: %s', async (_, body) => {
    expect((await client.call('/configData', { method: 'PUT', body })).status).toBe(400)
  })

  it('becomes active where it was assigned, and is let go when somebody wants it gone', async () => {
    device = await addDevice(app.platform, { modelId, orgId: app.rootId, lifecycle: 'ASSIGNED' })
    client = byTargetToken(app, device)
    await client.poll()
    const [row] = await rows<{ lifecycle: string }>(
      sql`select lifecycle from device where id = ${device.id}`,
    )
    expect(row?.lifecycle).toBe('ACTIVE')
    app.platform.live.changed({ path: mqttClients.kick.path, ids: [device.id], orgIds: [] })
    await eventually(async () => !(await isOnline()))
    await client.poll()
    expect(await isOnline()).toBe(true)
  })

  it('may call itself in small letters', async () => {
    const small = new DdiClient(app, device.sn.toLowerCase(), client.authorization)
    const { _links } = await small.poll()
    expect(_links?.['configData']?.href).toContain(`/${device.sn.toLowerCase()}/configData`)
  })

  it('confirms what it is given without a person', async () => {
    const answer = await client.call('/confirmationBase')
    expect(answer.json()).toEqual({ autoConfirm: { active: true } })
  })

  it('is put off when it calls too often', async () => {
    const answers = await Promise.all(Array.from({ length: 140 }, () => client.call('')))
    const late = answers.filter(({ status }) => status === 429)
    expect(late.length).toBeGreaterThan(0)
    expect(late.every(({ headers }) => Number(headers['retry-after']) >= 1)).toBe(true)
  })

  it('has what it cannot do refused in its name', async () => {
    await client.poll()
    const item = await giveCommand(app.platform, device, {})
    const found = await eventually(async () => {
      await client.poll()
      const [one] = await rows<{ state: string; code: string | null }>(
        sql`select * from push_item where id = ${item}`,
      )
      return one?.state === 'REFUSED' && one
    })
    expect(found.code).toBe('C401')
  })
})

describe('whoever is not a terminal of ours', () => {
  it.each([
    ['no token', ''],
    ['another scheme', 'Bearer 0123456789012345678901234567890123456789abc'],
    ['a made up token', 'TargetToken 0123456789012345678901234567890123456789abc'],
    ['a made up key', 'GatewayToken 0123456789012345678901234567890123456789abc'],
  ])('is refused: %s', async (_, authorization) => {
    expect((await new DdiClient(app, device.sn, authorization).call('')).status).toBe(401)
  })

  it('is refused with the token of another terminal, also while that one is here', async () => {
    const other = await addDevice(app.platform, { modelId, orgId: app.rootId })
    await client.poll()
    const { authorization } = byTargetToken(app, other)
    expect((await new DdiClient(app, device.sn, authorization).call('')).status).toBe(401)
    await sql`update device set lifecycle = 'SCRAPPED' where id = ${other.id}`.execute(
      app.platform.db,
    )
    expect((await byTargetToken(app, other).call('')).status).toBe(401)
  })

  it('sees no action of another terminal', async () => {
    await give()
    const href = await client.link('deploymentBase')
    const number = href.split('/').at(-1) ?? ''
    const { artifact } = await deploymentOf(href)
    const other = byTargetToken(app, await addDevice(app.platform, { modelId, orgId: app.rootId }))
    const places = [
      `/deploymentBase/${number}`,
      `/cancelAction/${number}`,
      `/softwaremodules/${number}/artifacts`,
      `/softwaremodules/${number}/artifacts/${artifact.filename}`,
    ]
    for (const place of places) expect((await other.call(place)).status).toBe(404)
    const said = await other.feedback(`/deploymentBase/${number}`, 'closed', {
      finished: 'success',
    })
    expect(said.status).toBe(404)
    for (const odd of ['0', 'x', '99999999999']) {
      expect((await client.call(`/deploymentBase/${odd}`)).status).toBe(404)
    }
  })
})

describe('an upgrade', () => {
  it('is shown, fetched with all its sums, and done when the client says so', async () => {
    const push = await give()
    const { id, deployment, artifact } = await deploymentOf(await client.link('deploymentBase'))
    expect(Number(id)).toBeLessThan(2 ** 31)
    expect(deployment).toMatchObject({ download: 'attempt', update: 'attempt' })
    expect(deployment.chunks).toMatchObject([{ part: 'os', version: `2.0.${versions}` }])
    expect(artifact).toMatchObject({
      filename: `2.0.${versions}.bin`,
      size: 300_000,
      hashes: { sha1: hashOf('sha1'), md5: hashOf('md5'), sha256: file.sha256 },
    })
    expect((await itemOf(app, push)).state).toBe('ACKED')
    const { download, md5sum, 'download-http': plain } = artifact._links
    expect(plain).toEqual(download)
    const sum = await client.call(md5sum?.href ?? '')
    expect(sum.bytes.toString()).toBe(`${hashOf('md5')}  ${artifact.filename}`)
    const head = await client.call(download?.href ?? '', { method: 'HEAD' })
    expect(head.headers).toMatchObject({ 'content-length': '300000', etag: `"${file.sha256}"` })
    expect((await client.call(download?.href ?? '')).bytes.equals(file.content)).toBe(true)
    expect(await itemOf(app, push)).toMatchObject({ state: 'RUNNING', step: 'DOWNLOADING' })
    const part = await client.call(download?.href ?? '', { headers: { range: 'bytes=299990-' } })
    expect([part.status, part.headers['content-range'], part.bytes.length]).toEqual([
      206,
      'bytes 299990-299999/300000',
      10,
    ])
    const list = await client.call(`/softwaremodules/${id}/artifacts`)
    expect(list.json<Artifact[]>()).toEqual([artifact])
    const place = `/deploymentBase/${id}`
    await client.feedback(place, 'downloaded')
    await client.feedback(place, 'proceeding', { progress: { cnt: 1, of: 2 } }, ['Copying'])
    expect(await itemOf(app, push)).toMatchObject({ step: 'INSTALLING', message: 'Copying' })
    expect((await client.feedback(place, 'closed', { finished: 'success' })).status).toBe(200)
    const end = { state: 'SUCCESS', isProved: false }
    expect(await itemOf(app, push)).toMatchObject(end)
    expect(Object.keys((await client.poll())._links ?? {})).toEqual(['configData'])
    const again = await client.feedback(place, 'closed', { finished: 'success' })
    const other = await client.feedback(place, 'closed', { finished: 'failure' })
    const late = await client.feedback(place, 'proceeding')
    expect([again.status, other.status, late.status]).toEqual([200, 410, 410])
    expect((await client.call(download?.href ?? '')).status).toBe(404)
    expect((await itemOf(app, push)).state).toBe('SUCCESS')
  })

  it('waits while its terminal is disabled, and goes on after', async () => {
    const push = await give()
    const place = await client.link('deploymentBase')
    const { artifact } = await deploymentOf(place)
    const href = artifact._links.download?.href ?? ''
    const enable = (status: 0 | 1) =>
      app.platform.pool.query('update device set status = $2 where sn = $1', [client.sn, status])
    await enable(0)
    expect(Object.keys((await client.poll())._links ?? {})).not.toContain('deploymentBase')
    expect([(await client.call(place)).status, (await client.call(href)).status]).toEqual([
      503, 503,
    ])
    await enable(1)
    expect(await client.link('deploymentBase')).toBe(place)
    expect((await client.call(href)).status).toBe(200)
    expect((await itemOf(app, push)).state).toBe('RUNNING')
  })

  it('that was told stays told, whatever the attributes always say', async () => {
    const data = { version: '1.0', serial: 'x' }
    await client.call('/configData', { method: 'PUT', body: { data } })
    const push = await give()
    await client.feedback(await client.link('deploymentBase'), 'closed', { finished: 'success' })
    await client.call('/configData', { method: 'PUT', body: { data } })
    expect((await itemOf(app, push)).firmware).toBe(`2.0.${versions}`)
    await client.call('/configData', { method: 'PUT', body: { data: { version: '1.5' } } })
    expect((await itemOf(app, push)).firmware).toBe('1.5')
  })

  it.each([
    [['HASH mismatch : 1 <--> 2', 'Image invalid or corrupted'], 'D105'],
    [['File size 10 exceeds available space 5'], 'D107'],
    [['it went\0 wrong'], 'I201'],
  ] as const)('that failed tells why: %j', async (details, code) => {
    const push = await give()
    const href = await client.link('deploymentBase')
    await client.feedback(href, 'closed', { finished: 'failure' }, details)
    expect(await itemOf(app, push)).toMatchObject({
      state: 'FAILED',
      code,
      message: details.join('; ').replace('\0', ''),
    })
  })

  it('never goes backwards, and what is said twice counts once', async () => {
    const push = await give()
    const href = await client.link('deploymentBase')
    for (const execution of ['scheduled', 'download', 'downloaded', 'download', 'download'])
      expect((await client.feedback(href, execution)).status).toBe(200)
    expect(await itemOf(app, push)).toMatchObject({ state: 'RUNNING', step: 'DOWNLOADED' })
    await client.feedback(href, 'rejected', {}, ['The engine runs'])
    expect(await itemOf(app, push)).toMatchObject({ state: 'DEFERRED', message: 'The engine runs' })
    await client.link('deploymentBase')
    await client.feedback(href, 'canceled')
    expect(await itemOf(app, push)).toMatchObject({ state: 'FAILED', code: 'I211' })
  })

  it('that begins anew is another action, and the one before is over', async () => {
    const push = await give({ options: { retries: 1 } })
    const first = await client.link('deploymentBase')
    await client.feedback(first, 'closed', { finished: 'failure' })
    expect(await itemOf(app, push)).toMatchObject({ state: 'QUEUED', attempt: 2 })
    expect((await client.poll())._links?.['deploymentBase']).toBeUndefined()
    await sql`update push_item set next_publish_at = now() where push_id = ${push}`.execute(
      app.platform.db,
    )
    const second = await client.link('deploymentBase')
    expect(second).not.toBe(first)
    expect((await client.feedback(first, 'closed', { finished: 'success' })).status).toBe(410)
    await client.feedback(second, 'closed', { finished: 'success' })
    expect((await itemOf(app, push)).state).toBe('SUCCESS')
  })

  it('is forced where its push says so, and not shown outside of its hours', async () => {
    const forced = await give({ task: { force: true } })
    const { deployment } = await deploymentOf(await client.link('deploymentBase'))
    expect(deployment).toMatchObject({ download: 'forced', update: 'forced' })
    await client.feedback(await client.link('deploymentBase'), 'closed', { finished: 'success' })
    expect((await itemOf(app, forced)).state).toBe('SUCCESS')
    const now = new Date()
    const at = (hours: number) =>
      new Date(now.getTime() + hours * 3_600_000).toISOString().slice(11, 16)
    const push = await give({ task: { win: [{ f: at(2), t: at(3) }] } })
    await eventually(async () => {
      await client.poll()
      const { state, step } = await itemOf(app, push)
      return state === 'DEFERRED' && step === 'WINDOW'
    })
    expect((await client.poll())._links?.['deploymentBase']).toBeUndefined()
    const open = JSON.stringify([{ f: at(-1), t: at(1) }])
    await sql`update push set args = jsonb_set(args, '{opt,win}', ${open}::jsonb)
      where id = ${push}`.execute(app.platform.db)
    await client.link('deploymentBase')
  })

  it.each([
    ['no JSON', '{'],
    ['nothing', {}],
    ['no execution', { status: { result: { finished: 'none' } } }],
    ['another end', { status: { execution: 'closed', result: { finished: 'maybe' } } }],
  ])('is not moved by malformed feedback: %s', async (_, body) => {
    const push = await give()
    const href = await client.link('deploymentBase')
    const { status } = await client.call(`${href}/feedback`, { method: 'POST', body })
    expect(status).toBe(400)
    expect(['PUBLISHED', 'DELIVERED']).toContain((await itemOf(app, push)).state)
  })
})

describe('what is called off', () => {
  const callOffPush = (push: string) =>
    sql`update push_item item set ${callOff} where item.push_id = ${push} and ${canBeCalledOff}`.execute(
      app.platform.db,
    )

  it('is left be when the client says so', async () => {
    const push = await give()
    await deploymentOf(await client.link('deploymentBase'))
    await callOffPush(push)
    const href = await client.link('cancelAction')
    const stop = (await client.call(href)).json<{ id: string; cancelAction: { stopId: string } }>()
    expect(stop).toEqual({ id: stop.id, cancelAction: { stopId: stop.id } })
    expect((await client.call(`/deploymentBase/${stop.id}`)).status).toBe(404)
    await client.feedback(`/cancelAction/${stop.id}`, 'closed', { finished: 'success' })
    expect(await itemOf(app, push)).toMatchObject({ state: 'CANCELLED', code: 'S602' })
    const again = await client.feedback(href, 'closed', { finished: 'success' })
    expect(again.status).toBe(200)
    expect((await client.poll())._links?.['cancelAction']).toBeUndefined()
  })

  it('goes on where the client cannot leave it any more, and ends as that says', async () => {
    const push = await give()
    const deployment = await client.link('deploymentBase')
    await deploymentOf(deployment)
    await callOffPush(push)
    const href = await client.link('cancelAction')
    await client.feedback(href, 'rejected', { finished: 'success' }, ['too late'])
    expect((await client.poll())._links?.['cancelAction']).toBeUndefined()
    await client.feedback(deployment, 'closed', { finished: 'failure' })
    expect((await itemOf(app, push)).state).toBe('FAILED')
    // What it goes on with is that attempt: it is shown the next one.
    await sql`update push set state = 'RUNNING', ended_at = null where id = ${push}`.execute(
      app.platform.db,
    )
    await sql`update push_item set state = 'QUEUED', attempt = 2, ended_at = null, message_id = uuid7(),
      publications = 0, next_publish_at = now() where push_id = ${push}`.execute(app.platform.db)
    expect(await client.link('deploymentBase')).not.toBe(deployment)
  })
})
