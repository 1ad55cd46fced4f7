import { codes, type Parameter, parameters, shippedParameters } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { parameter } from './index.ts'
import { seedParameters } from './parameterSeed.ts'

let app: TestApp
let admin: TestUser

beforeAll(async () => {
  app = await startTestApp()
  admin = await signedIn(app, { isSuperAdmin: true, userName: 'layla' })
  await seedParameters(app.platform.db)
})
afterAll(() => app.close())

async function named(key: string): Promise<Parameter> {
  const { list } = await admin.get(parameters.page, { query: { key } })
  const found = list.find((one) => one.key === key)
  if (!found) throw new Error(`no ${key}`)
  return found
}

const bodyOf = (row: Parameter, change: Partial<Parameter> = {}) => {
  const { hasSecret: _1, isChanged: _2, isSystem: _3, createdAt: _4, updatedAt: _5, ...body } = row
  const { updatedBy: _6, ...rest } = { ...body, ...change }
  return rest
}

const set = async (key: string, value: string | null) =>
  admin.call(parameters.update, { body: bodyOf(await named(key), { value }) })

const own = {
  key: 'bank.motto',
  name: 'Motto',
  groupCode: 'bank',
  valueType: 'string' as const,
  value: null,
  secretValue: null,
  defaultValue: 'safe',
  min: null,
  max: 10,
  options: [],
  remark: null,
  restartNeeded: false,
}

it('finds what is shipped by the name that the reader sees', async () => {
  const query = { keyword: 'seconds between HEARTBEATS' }
  const { list } = await admin.get(parameters.page, { query })
  expect(list.map(({ key }) => key)).toEqual(['device.heartbeat.seconds'])
})

it('lists every shipped key with its default', async () => {
  const page = await admin.get(parameters.page, { query: { pageSize: 100 } })
  expect(page.total).toBe(Object.keys(shippedParameters).length)
  expect(await named('recycle.keepDays')).toMatchObject({
    value: '90',
    defaultValue: '90',
    valueType: 'int',
    min: 1,
    isSystem: true,
    isChanged: false,
  })
})

it('says what is shipped until somebody sets another value, and again after a reset', async () => {
  const { db } = app.platform
  expect(await parameter(db, 'device.heartbeat.seconds')).toBe(120)
  expect(await parameter(db, 'device.claim.auto')).toBe(false)
  expect((await set('device.heartbeat.seconds', '60')).data).toMatchObject({ isChanged: true })
  await set('device.claim.auto', 'true')
  expect(await parameter(db, 'device.heartbeat.seconds')).toBe(60)
  expect(await parameter(db, 'device.claim.auto')).toBe(true)
  const { id } = await named('device.heartbeat.seconds')
  expect(await admin.get(parameters.reset, { params: { id } })).toMatchObject({
    value: '120',
    isChanged: false,
  })
  expect(await parameter(db, 'device.heartbeat.seconds')).toBe(120)
})

it('takes the default for the default', async () => {
  await set('notice.keepDays', '30')
  expect((await set('notice.keepDays', '90')).data).toMatchObject({ isChanged: false })
})

it('keeps what an administrator has set when a new version is installed', async () => {
  await set('file.keepDays', '3')
  await seedParameters(app.platform.db)
  expect(await named('file.keepDays')).toMatchObject({ value: '3', defaultValue: '7' })
})

it('remembers who changed a value, from what to what', async () => {
  await set('apk.maxMB', '600')
  await set('apk.maxMB', '700')
  const { id } = await named('apk.maxMB')
  expect(await admin.get(parameters.history, { params: { id } })).toMatchObject([
    { userName: 'layla', oldValue: '600', newValue: '700' },
    { userName: 'layla', oldValue: '500', newValue: '600' },
  ])
})

it('says why a value is refused', async () => {
  expect(await set('session.idle.minutes', '4')).toMatchObject({
    code: 400,
    data: { fields: [{ field: 'value', message: 'At least 5' }] },
  })
  expect((await set('session.idle.minutes', 'soon')).code).toBe(400)
})

it('lets nobody change a shipped key beyond its value, or remove it', async () => {
  const row = await named('mail.code.minutes')
  const body = bodyOf(row, { value: '20', max: 9999, groupCode: 'other', valueType: 'string' })
  expect(await admin.get(parameters.update, { body })).toMatchObject({
    value: '20',
    max: 60,
    groupCode: 'access',
    valueType: 'int',
  })
  const renamed = bodyOf(await named('mail.code.minutes'), { key: 'mail.code.hours' })
  expect((await admin.call(parameters.update, { body: renamed })).code).toBe(400)
  expect(await admin.call(parameters.remove, { params: { id: row.id } })).toMatchObject({
    code: 102,
  })
})

it('does not let two overwrite each other', async () => {
  const row = await named('import.maxRows')
  const answers = await Promise.all(
    ['10', '20'].map((value) => admin.call(parameters.update, { body: bodyOf(row, { value }) })),
  )
  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([
    200,
    codes.versionConflict,
  ])
})

describe('a parameter of one’s own', () => {
  it('is added, changed within its rule, and removed', async () => {
    const row = await admin.get(parameters.add, { body: own })
    expect(row).toMatchObject({ value: 'safe', isChanged: false, isSystem: false })
    expect((await admin.call(parameters.add, { body: own })).code).toBe(codes.duplicate)
    const long = { body: bodyOf(row, { value: 'longer than ten' }) }
    expect((await admin.call(parameters.update, long)).code).toBe(400)
    await admin.get(parameters.update, { body: bodyOf(row, { value: 'fast' }) })
    expect(await named('bank.motto')).toMatchObject({ value: 'fast', isChanged: true })
    expect(await admin.get(parameters.removeMany, { body: { ids: [row.id] } })).toEqual({
      count: 1,
    })
  })

  it('is refused with a default that breaks its own rule, and as a choice of nothing', async () => {
    for (const change of [
      { valueType: 'int' as const, defaultValue: 'x' },
      { valueType: 'enum' as const },
      { min: 9, max: 3 },
      { key: 'Bad Key' },
    ])
      expect((await admin.call(parameters.add, { body: { ...own, ...change } })).code).toBe(400)
  })

  it('hides a secret from all but those who may see it', async () => {
    const secret = { ...own, key: 'bank.secret', valueType: 'secret' as const, defaultValue: null }
    const row = await admin.get(parameters.add, { body: { ...secret, secretValue: 'sesame' } })
    expect(row).toMatchObject({ value: null, secretValue: null, hasSecret: true })
    await admin.get(parameters.update, { body: bodyOf(row, { remark: 'kept' }) })
    const params = { id: row.id }
    expect(await admin.get(parameters.secret, { params })).toEqual({ value: 'sesame' })
    const reader = await signedIn(app, { permissions: ['PARAMETER_LIST', 'PARAMETER_DETAIL'] })
    expect((await reader.call(parameters.secret, { params })).code).toBe(403)
    const { rows } = await app.platform.pool.query<{ text: string }>(
      `select to_jsonb(action_log)::text as text from action_log
       union all select to_jsonb(parameter_history)::text from parameter_history
       union all select to_jsonb(parameter)::text from parameter`,
    )
    expect(rows.map(({ text }) => text).join()).not.toContain('sesame')
  })
})
