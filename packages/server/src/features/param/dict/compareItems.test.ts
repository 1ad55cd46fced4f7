import { codes, paramDicts } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'

let app: TestApp
let admin: TestUser

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())

it('says what a list would add and change before it is taken over, and no secret', async () => {
  const one = { pid: 'cmp.host', title: 'Host', dataType: 'ENUM', unit: 'x' }
  const items = [{ value: 'a', label: 'A' }]
  const pin = { pid: 'cmp.pin', title: 'PIN', dataType: 'STRING', secret: true }
  const asked = (list: object[], aim = 'both') => ({ body: { aim, items: list } as never })
  await admin.get(paramDicts.importItems, asked([{ ...one, items }, pin]))
  const same = asked([pin, { ...one, items }])
  expect(await admin.get(paramDicts.compareItems, same)).toEqual([])
  const said = await admin.get(
    paramDicts.compareItems,
    asked([
      { ...one, items, unit: null, title: 'The host' },
      { ...pin, secretDefault: 'canary-7731' },
      { pid: 'cmp.new', title: 'New', dataType: 'STRING' },
    ]),
  )
  const member = (name: string, before: string | null, after: string | null) => ({
    member: name,
    before,
    after,
  })
  expect(said).toMatchObject([
    {
      key: 'cmp.host',
      kind: 'changed',
      title: 'The host',
      members: [member('title', 'Host', 'The host'), member('unit', 'x', null)],
    },
    { key: 'cmp.pin', kind: 'changed', members: [member('secretDefault', null, '••••••')] },
    { key: 'cmp.new', kind: 'added' },
  ])
  expect(JSON.stringify(said)).not.toContain('canary')
  expect(await admin.call(paramDicts.compareItems, asked([one, one], 'new'))).toMatchObject({
    code: codes.badRequest,
    data: { fields: [{ field: 'items.0.pid' }, { field: 'items.1.pid' }] },
  })
  const { total } = await admin.get(paramDicts.page, { query: { keyword: 'cmp.' } })
  expect(total).toBe(2)
})

it('says of what others depend on, and of names, what the import says', async () => {
  const on = (pid: string, value = 'true') => ({ dependsOn: { pid, value } })
  const entry = (pid: string, more: object = {}) => ({ pid, title: pid, dataType: 'BOOL', ...more })
  const said = async (...items: object[]) => {
    const asked = { body: { aim: 'both', items } as never }
    const [compared, taken] = [
      await admin.call(paramDicts.compareItems, asked),
      await admin.call(paramDicts.importItems, asked),
    ]
    const refused = taken.code === codes.success ? {} : { data: taken.data }
    expect(compared).toMatchObject({ code: taken.code, ...refused })
    return compared.data
  }
  const at = (field: string, message: string) => ({
    fields: [{ field, message: expect.stringContaining(message) }],
  })
  await admin.get(paramDicts.importItems, {
    body: { items: [entry('FOLD'), entry('ring.a'), entry('ring.b', on('ring.a'))] } as never,
  })
  expect(await said(entry('ok'), entry('fold'))).toMatchObject(at('items.1.pid', 'PID'))
  expect(await said(entry('c', on('no.such')))).toMatchObject(at('items.0.dependsOn', 'no.such'))
  expect(await said(entry('c', on('FOLD', '7')))).toMatchObject(at('items.0.dependsOn', 'FOLD'))
  expect(await said(entry('ring.a', on('ring.b')))).toMatchObject(
    at('items.0.dependsOn', 'through'),
  )
  // A ring that the list itself undoes is none.
  expect(
    await said(entry('ring.a', on('ring.b')), entry('ring.b', { dependsOn: null })),
  ).toMatchObject([{ key: 'ring.a' }, { key: 'ring.b' }])
})

it('leaves what a list does not say as it is', async () => {
  const whole = {
    pid: 'stay.port',
    title: 'Port',
    titles: { 'ar-IQ': 'المنفذ' },
    groupName: 'Host',
    dataType: 'PORT',
    required: true,
    unit: 'x',
  }
  const secret = { pid: 'stay.pin', dataType: 'STRING', secret: true, secretDefault: 'canary-7733' }
  const asked = (...items: object[]) => ({ body: { aim: 'both', items } as never })
  await admin.get(paramDicts.importItems, asked(whole, secret))
  const list = asked({ pid: 'stay.port', defaultValue: '8443', unit: null }, { pid: 'stay.pin' })
  expect(await admin.get(paramDicts.compareItems, list)).toMatchObject([
    {
      key: 'stay.port',
      title: 'Port',
      members: [
        { member: 'defaultValue', before: null, after: '8443' },
        { member: 'unit', before: 'x', after: null },
      ],
    },
  ])
  expect(await admin.get(paramDicts.importItems, list)).toEqual({ added: 0, changed: 2 })
  const page = await admin.get(paramDicts.page, { query: { keyword: 'stay.' } })
  const now = new Map(page.list.map((row) => [row.pid, row]))
  expect(now.get('stay.port')).toMatchObject({ ...whole, unit: null, defaultValue: '8443' })
  expect(now.get('stay.pin')).toMatchObject({ title: 'stay.pin', secret: true, hasSecret: true })
  const fresh = await admin.call(paramDicts.compareItems, asked({ pid: 'stay.new' }))
  expect(fresh).toMatchObject({ data: { fields: [{ field: 'items.0.dataType' }] } })
  const wrong = await admin.call(paramDicts.compareItems, asked({ pid: 'a', dataType: 'INT' }))
  const message = expect.stringMatching(/INTEGER.*TABLE/)
  expect(wrong).toMatchObject({ data: { fields: [{ field: 'items.0.dataType', message }] } })
  // A schema says no more than it has.
  const text = JSON.stringify({ properties: { 'stay.port': { type: 'integer' } } })
  const { items } = await admin.get(paramDicts.readText, { body: { text } })
  const [said] = await admin.get(paramDicts.compareItems, asked(...items))
  expect(said?.members.map(({ member }) => member)).toEqual(['dataType'])
})

it('takes no default of a secret that is typed as a plain one', async () => {
  const dict = { pid: 'cmp.key', title: 'Key', dataType: 'STRING', secret: true }
  const items = [{ ...dict, defaultValue: 'canary-7732' }]
  const said = await admin.call(paramDicts.compareItems, { body: { items } as never })
  expect(said).toMatchObject({
    code: codes.badRequest,
    data: { fields: [{ field: 'items.0.defaultValue' }] },
  })
  const { rows } =
    await sql`select from action_log one where one::text like '%canary-7732%'`.execute(
      app.platform.db,
    )
  expect(rows).toEqual([])
})

it('reads a JSON Schema as it reads one of XML', async () => {
  const text = JSON.stringify({
    properties: {
      net: { title: 'Network', properties: { port: { type: 'integer', minimum: 1 } } },
      name: { type: 'string' },
    },
  })
  const { items } = await admin.get(paramDicts.readText, { body: { text } })
  expect(items).toMatchObject([
    { pid: 'net.port', dataType: 'INTEGER', groupName: 'Network', minValue: 1 },
    { pid: 'name', dataType: 'STRING' },
  ])
  expect(items[1]).toEqual({ pid: 'name', dataType: 'STRING' })
  const wrong = await admin.call(paramDicts.readText, { body: { text: '{"properties": 1}' } })
  expect(wrong.code).toBe(codes.warning)
})
