import { codes, deviceHttp, type DownloadTicket, mqttTasks, uploads } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, type TestUser } from '../../../../test/testApp.ts'
import { addDevice, addModel, passwordOf } from '../../../../test/testGateway.ts'
import { pushRights } from '../../../../test/testPushes.ts'
import { aLog, startUploadApp, upload } from '../../../../test/uploads.ts'
import { followPushes } from './follow.ts'

let bench: Awaited<ReturnType<typeof startUploadApp>>
let giver: TestUser
let fileId: string
let modelId: string
const bytes = aLog(5000)

beforeAll(async () => {
  bench = await startUploadApp()
  const { app } = bench
  modelId = await addModel(app.platform)
  giver = await signedIn(app, {
    orgId: app.rootId,
    permissions: [...pushRights, 'DEVICE_PUSH_FILE', 'UPLOAD_ADD', 'UPLOAD_LIST', 'UPLOAD_DELETE'],
  })
  fileId = (await upload(giver, bytes, { name: 'idle.txt', type: 'terminal' })).id
})
afterAll(() => bench.close())

const addTerminal = () => addDevice(bench.app.platform, { modelId, orgId: bench.app.rootId })
const bodyOf = (sn: string, args: object) => ({
  want: { cmd: 'PUSH_FILE', args: { fileId, path: 'media/idle.txt', ...args } } as const,
  targets: { sns: [sn] },
})

it('lets the terminal that is given a file fetch it by its item', async () => {
  const { app } = bench
  const { sn, ...terminal } = await addTerminal()
  const push = await giver.get(mqttTasks.add, { body: bodyOf(sn, {}) })
  await followPushes(app.platform)
  const { list } = await giver.get(mqttTasks.items, { query: { pushId: push.id } })
  const { rows } = await sql<{ args: object }>`select args from push
    where id = ${push.id}`.execute(app.platform.db)
  expect(rows[0]?.args).toMatchObject({ artifact: { size: 5000, name: 'idle.txt' } })
  const answer = await app.http.inject({
    method: 'POST',
    url: deviceHttp.ticket,
    headers: { authorization: `Bearer ${passwordOf({ sn, ...terminal })}` },
    payload: JSON.stringify({ sn, ticket: list[0]?.id }),
  })
  const { pathname } = new URL(answer.json<DownloadTicket>().url)
  const file = await app.http.inject({ url: pathname })
  expect(file.rawPayload.equals(bytes)).toBe(true)
})

it('is shown with the name of its file, which nobody removes while the task is on record', async () => {
  const { sn } = await addTerminal()
  const push = await giver.get(mqttTasks.add, { body: bodyOf(sn, {}) })
  const { args } = await giver.get(mqttTasks.detail, { params: { id: push.id } })
  expect(args).toEqual({ fileId, path: 'media/idle.txt', name: 'idle.txt' })
  const used = await giver.get(uploads.references, { params: { id: fileId } })
  expect(used).toContainEqual({ usedBy: 'push', usedId: push.id, name: push.taskNo })
  const { code } = await giver.call(uploads.remove, { params: { id: fileId } })
  expect(code).toBe(codes.warning)
})

it('brings no file that its giver does not see, or that is for something else', async () => {
  const { sn } = await addTerminal()
  const log = await upload(giver, aLog(100), { name: 'a.log' })
  const refused = await giver.call(mqttTasks.add, { body: bodyOf(sn, { fileId: log.id }) })
  expect(refused).toMatchObject({
    code: codes.badRequest,
    data: { fields: [{ field: 'want.args.fileId' }] },
  })
  const unknown = await giver.call(mqttTasks.precheck, { body: bodyOf(sn, { fileId: log.id }) })
  expect(unknown.code).toBe(codes.badRequest)
})

it.each(['../a.txt', '/a.txt', 'a//b', 'a/', '.hidden'])('puts nothing at %s', async (path) => {
  const { sn } = await addTerminal()
  expect((await giver.call(mqttTasks.add, { body: bodyOf(sn, { path }) })).code).toBe(
    codes.badRequest,
  )
})

it('is not for whoever may not put files on terminals', async () => {
  const { app } = bench
  const other = await signedIn(app, { orgId: app.rootId, permissions: pushRights })
  const { sn } = await addTerminal()
  expect((await other.call(mqttTasks.add, { body: bodyOf(sn, {}) })).code).toBe(codes.forbidden)
})
