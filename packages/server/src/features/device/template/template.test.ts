import { codes, taskTemplates, uploads } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addOrganization, signedIn, type TestUser } from '../../../../test/testApp.ts'
import { aLog, startUploadApp, upload } from '../../../../test/uploads.ts'

const rights = [
  'MQTT_TEMPLATE_LIST',
  'MQTT_TEMPLATE_ADD',
  'MQTT_TEMPLATE_EDIT',
  'MQTT_TEMPLATE_DELETE',
]
let bench: Awaited<ReturnType<typeof startUploadApp>>
let head: TestUser
let shop: TestUser

beforeAll(async () => {
  bench = await startUploadApp()
  const { app } = bench
  const more = ['DEVICE_REBOOT', 'DEVICE_SETTINGS', 'DEVICE_PUSH_FILE', 'UPLOAD_ADD', 'UPLOAD_LIST']
  head = await signedIn(app, { orgId: app.rootId, permissions: [...rights, ...more] })
  const place = { name: 'Shop', code: 'shop', parentId: app.rootId }
  const { id: orgId } = await addOrganization(app.platform, place)
  shop = await signedIn(app, { orgId, permissions: [...rights, 'DEVICE_REBOOT'] })
})
afterAll(() => bench.close())

const reboot = (name: string) => ({
  name,
  want: { cmd: 'REBOOT', args: { delay: 60 } } as const,
  options: { retries: 2 },
  ttlSeconds: 600,
})
const add = (name: string, by = head) => by.get(taskTemplates.add, { body: reboot(name) })
const namesOf = async (by: TestUser, keyword = '') =>
  (await by.get(taskTemplates.page, { query: { keyword } })).list.map(({ name }) => name)

it('keeps what is wanted and how, and tells its changes apart', async () => {
  const made = await add('Nightly')
  expect(made).toMatchObject({ cmd: 'REBOOT', args: { delay: 60 }, ttlSeconds: 600, version: 1 })
  expect(made.options).toMatchObject({ retries: 2, needOnline: false })
  const body = { ...reboot('Weekly'), id: made.id, version: 1 }
  const after = await head.get(taskTemplates.update, { body })
  expect(after).toMatchObject({ name: 'Weekly', version: 2 })
  expect((await head.call(taskTemplates.update, { body })).code).toBe(codes.versionConflict)
  expect(await namesOf(head, 'week')).toEqual(['Weekly'])
  await head.get(taskTemplates.remove, { params: { id: made.id } })
  expect(await namesOf(head, 'week')).toEqual([])
  const again = await head.call(taskTemplates.remove, { params: { id: made.id } })
  expect(again.code).toBe(codes.notFound)
})

it('is of an organisation: others neither see nor change it, and may call theirs the same', async () => {
  const own = await add('Same')
  await add('Same', shop)
  expect(await namesOf(shop)).toEqual(['Same'])
  const body = { ...reboot('Mine'), id: own.id, version: 1 }
  expect((await shop.call(taskTemplates.update, { body })).code).toBe(codes.notFound)
  const gone = await shop.call(taskTemplates.remove, { params: { id: own.id } })
  expect(gone.code).toBe(codes.notFound)
  const taken = await head.call(taskTemplates.add, { body: reboot('same') })
  expect(taken).toMatchObject({ code: codes.badRequest, data: { fields: [{ field: 'name' }] } })
})

it('is changed and removed by those who may want what it wants', async () => {
  const { id } = await add('Restart')
  const { app } = bench
  const more = ['DEVICE_MESSAGE']
  const other = await signedIn(app, { orgId: app.rootId, permissions: [...rights, ...more] })
  const want = { cmd: 'MESSAGE', args: { title: 'a', text: 'b' } } as const
  const body = { name: 'Restart', want, id, version: 1 }
  expect((await other.call(taskTemplates.update, { body })).code).toBe(codes.forbidden)
  expect((await other.call(taskTemplates.remove, { params: { id } })).code).toBe(codes.forbidden)
  expect(await namesOf(head, 'restart')).toEqual(['Restart'])
})

it('is made by those who may want what it wants, and holds no password', async () => {
  const { app } = bench
  const bare = await signedIn(app, { orgId: app.rootId, permissions: rights })
  expect((await bare.call(taskTemplates.add, { body: reboot('Bare') })).code).toBe(codes.forbidden)
  const args = { ssid: 'shop', security: 'WPA2', password: 'secret' } as const
  const wifi = { name: 'Wi-Fi', want: { cmd: 'SET_WIFI', args } as const }
  const refused = await head.call(taskTemplates.add, { body: wifi })
  expect(refused).toMatchObject({ data: { fields: [{ field: 'want.cmd' }] } })
})

it('keeps the file that it brings, and lets it go', async () => {
  const { id: fileId } = await upload(head, aLog(300), { name: 'a.txt', type: 'terminal' })
  const want = { cmd: 'PUSH_FILE', args: { fileId, path: 'a.txt' } } as const
  const made = await head.get(taskTemplates.add, { body: { name: 'File', want } })
  expect(made.args).toEqual({ fileId, path: 'a.txt', name: 'a.txt' })
  const holders = () => head.get(uploads.references, { params: { id: fileId } })
  expect(await holders()).toEqual([{ usedBy: 'taskTemplate', usedId: made.id, name: 'File' }])
  await head.get(taskTemplates.update, { body: { ...reboot('File'), id: made.id, version: 1 } })
  expect(await holders()).toEqual([])
})

it('keeps no clock that nobody knows, and no span that ends before it begins', async () => {
  const odd = { ...reboot('Odd'), options: { zone: 'Mars/Olympus' } }
  expect(await head.call(taskTemplates.add, { body: odd })).toMatchObject({
    code: codes.badRequest,
    data: { fields: [{ field: 'options.zone' }] },
  })
  const args = { from: '2026-02-02T00:00:00.000Z', to: '2026-02-01T00:00:00.000Z' }
  const log = { name: 'Log', want: { cmd: 'LOG_PULL', args } as const }
  expect(await head.call(taskTemplates.add, { body: log })).toMatchObject({
    code: codes.badRequest,
    data: { fields: [{ field: 'want.args.to' }] },
  })
})

it('says who changed it last, and is sorted by that', async () => {
  const made = await add('Told')
  const query = { keyword: 'told', sortField: 'updatedBy', sortOrder: 'desc' } as const
  const { list } = await head.get(taskTemplates.page, { query })
  expect(list).toMatchObject([{ id: made.id, updatedBy: made.updatedBy }])
  expect(made.updatedBy).toMatch(/^user/)
})
