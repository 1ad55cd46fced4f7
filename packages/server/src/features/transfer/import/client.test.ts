import { codes, uploads, vendors } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { begin, importTo, taskEnd } from '../../../../test/importing.ts'
import { addClient } from '../../../../test/testClient.ts'
import type { TestApp, TestUser } from '../../../../test/testApp.ts'
import { startUploadApp, upload } from '../../../../test/uploads.ts'
import { taskRunners } from '../../index.ts'
import { startTasks } from '../../task/index.ts'

let bench: Awaited<ReturnType<typeof startUploadApp>>
let app: TestApp
let tasks: { stop: () => Promise<void> }
let client: TestUser

const rights = [
  'UPLOAD_ADD',
  'UPLOAD_LIST',
  'UPLOAD_DELETE',
  'VENDOR_IMPORT',
  'VENDOR_ADD',
  'VENDOR_LIST',
  'ASYNCTASK_LIST',
]

beforeAll(async () => {
  bench = await startUploadApp()
  ;({ app } = bench)
  tasks = startTasks(app.platform, taskRunners)
  client = await addClient(app, { permissions: rights, dataScope: 'ALL' })
})
afterAll(async () => {
  await tasks.stop()
  await bench.close()
})

it('takes the rows of a sheet that an API client has handed in part by part', async () => {
  const sheet = Buffer.from('code,name\nC1,By a client\nC2,And another\n')
  const { id } = await upload(client, sheet, { name: 'vendors.csv', type: 'sheet' })
  const taskId = await begin(client, vendors.page, { fileId: id })
  expect(await taskEnd(client, taskId)).toMatchObject({ state: 'SUCCESS', title: 'vendors.csv' })
  const { calls } = importTo(vendors.page)
  const result = await client.get(calls.result, { params: { id: taskId } })
  expect(result).toMatchObject({ rows: 2, added: 2, refused: 0 })
  const { list } = await client.get(vendors.page, { query: { keyword: 'By a client' } })
  expect(list).toMatchObject([{ code: 'C1' }])
  // The import has it by itself: the upload may go.
  await client.get(uploads.remove, { params: { id } })
})

it('takes no upload of another use, and none of somebody else', async () => {
  const { calls } = importTo(vendors.page)
  const start = async (who: TestUser, fileId: string) =>
    (await who.call(calls.start, { body: { fileId, mode: 'check' } })).code
  const log = await upload(client, Buffer.from('code,name\nL1,Log\n'))
  expect(await start(client, log.id)).toBe(codes.badRequest)
  const sheet = Buffer.from('code,name\nS1,Sheet\n')
  const { id } = await upload(client, sheet, { name: 's.csv', type: 'sheet' })
  const other = await addClient(app, { permissions: rights, dataScope: 'ALL' })
  expect(await start(other, id)).toBe(codes.badRequest)
  expect(await start(client, id)).toBe(codes.accepted)
  expect(app.failures).toEqual([])
})
