import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { byTargetToken, giveFile, itemOf } from '../../../test/ddiClient.ts'
import { storeFile } from '../../../test/deviceFiles.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import { addDevice, addModel, eventually } from '../../../test/testGateway.ts'
import type { PollGateway } from '../device/index.ts'
import { Pollers } from '../device/poll/pollers.ts'
import { openDoor } from './entry.ts'

let app: TestApp
let folder: string
let modelId: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-ddi-'))
  app = await startTestApp({ now: () => new Date() }, { MUSTER_DATA: folder })
  modelId = await addModel(app.platform)
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

/** Has the database away for the next question of a name. */
function failOnce(name: string): () => boolean {
  const { pool } = app.platform
  const ask = pool.query.bind(pool) as (...asked: unknown[]) => unknown
  let hasFailed = false
  vi.spyOn(pool, 'query').mockImplementation((...asked: unknown[]) => {
    const [question] = asked
    const isIt = typeof question === 'object' && question !== null && 'name' in question
    if (hasFailed || !isIt || question.name !== name) return ask(...asked) as never
    hasFailed = true
    return Promise.reject(new Error('the database is away')) as never
  })
  return () => hasFailed
}

it('what waits for a client is shown to it with the next poll, where nobody could look for it', async () => {
  const device = await addDevice(app.platform, { modelId, orgId: app.rootId })
  const client = byTargetToken(app, device)
  await client.poll()
  const file = await storeFile(app, 100)
  await giveFile(app, { modelId, versionName: '2.0', file }, { ids: [device.id] })
  const hasFailed = failOnce('ddi.work')
  await eventually(async () => (await client.call('')).status !== 200 && hasFailed())
  expect(Object.keys((await client.poll())._links ?? {})).toContain('deploymentBase')
})

it('an assigned terminal becomes active with its next poll, where that could not be put down', async () => {
  const wished = { modelId, orgId: app.rootId, lifecycle: 'ASSIGNED' }
  const { sn, secret } = await addDevice(app.platform, wished)
  const takes = vi.fn<PollGateway['take']>(async () => undefined)
  takes.mockRejectedValueOnce(new Error('too many messages wait'))
  const nothing = async () => undefined
  const calls = { enter: nothing, leave: nothing, stop: nothing, take: takes }
  const gateway: PollGateway = { pollers: new Pollers(), ...calls }
  const http = Fastify()
  const door = openDoor(http, app.platform, async () => gateway)
  const ask = async (request: FastifyRequest) => {
    const known = door.recall(request, sn)
    return { isIn: known !== null || (await door.enter(request, sn)).is === 'client' }
  }
  http.get('/', (request) => ask(request))
  const authorization = `TargetToken ${secret.toString('base64url')}`
  const poll = () => http.inject({ url: '/', headers: { authorization } })
  expect((await poll()).statusCode).toBe(500)
  expect((await poll()).json()).toEqual({ isIn: true })
  expect((await poll()).json()).toEqual({ isIn: true })
  expect(takes.mock.calls.map(([, letters]) => letters)).toMatchObject([
    [{ type: 'act' }],
    [{ type: 'act' }],
  ])
  await http.close()
})

it('an upgrade may be put off again by the words of before, once something else was said between', async () => {
  const device = await addDevice(app.platform, { modelId, orgId: app.rootId })
  const client = byTargetToken(app, device)
  const file = await storeFile(app, 100)
  const push = await giveFile(app, { modelId, versionName: '2.1', file }, { ids: [device.id] })
  const href = await client.link('deploymentBase')
  const putOff = () => client.feedback(href, 'rejected', {}, ['The engine runs'])
  for (const execution of ['proceeding', 'resumed']) {
    await putOff()
    expect((await putOff()).status).toBe(200)
    expect(await itemOf(app, push)).toMatchObject({ state: 'DEFERRED' })
    await client.feedback(href, execution, {}, ['The engine stands'])
    expect(await itemOf(app, push)).toMatchObject({
      state: 'RUNNING',
      message: 'The engine stands',
    })
  }
  const { rows } = await sql`select count(*)::integer as count from push_report report
    join push_item item on item.id = report.item_id
    where item.push_id = ${push} and report.state = 'DEFERRED' and report.outcome = 'MOVED'`.execute(
    app.platform.db,
  )
  expect(rows).toEqual([{ count: 2 }])
})
