import { codes, heldDocuments, jsonDocuments, type JsonLevel } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lifecycleSpec } from '../../../../test/lifecycleSpec.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import {
  addOrganization,
  addressOf,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { followParams } from '../resolve/follow.ts'

lifecycleSpec(jsonDocuments, {
  prepare: async (own) => {
    rootId = own.rootId
  },
  make: (n) => ({
    name: `Document ${n}`,
    code: `doc-${n}`,
    kind: 'OTHER',
    level: 'ORG',
    orgId: rootId,
  }),
  text: 'name',
  unique: 'code',
})

let rootId = ''
let app: TestApp
let admin: TestUser
let omar: TestUser
let bankId: string
let modelId: string
let deviceId: string

beforeAll(async () => {
  app = await startTestApp()
  const estate = await addEstate(app)
  ;({ modelId } = estate)
  admin = await signedIn(app, { isSuperAdmin: true, userName: 'layla' })
  omar = await signedIn(app, { isSuperAdmin: true, userName: 'omar' })
  bankId = (
    await addOrganization(app.platform, { name: 'bank', code: 'bank', parentId: app.rootId })
  ).id
  ;[deviceId = ''] = await addDevices(app, estate, { orgId: bankId, prefix: 'JSN-', count: 1 })
})
afterAll(() => app.close())

type At = Partial<Record<'orgId' | 'modelId' | 'groupId' | 'deviceId', string>> & {
  readonly mergeMode?: 'MERGE' | 'REPLACE'
  readonly encrypt?: boolean
}

let serial = 0
const freshCode = () => {
  serial += 1
  return `code-${serial}`
}

async function add(code: string, level: JsonLevel, at: At) {
  return admin.get(jsonDocuments.add, {
    body: { name: `${code} ${level}`, code, kind: 'STORE', level, ...at },
  })
}

async function type(id: string, document: string, schema: string | null = null) {
  const { version } = await admin.get(jsonDocuments.detail, { params: { id } })
  return admin.get(jsonDocuments.saveContent, {
    params: { id },
    body: { version, document, schema },
  })
}

async function publish(id: string, who = admin) {
  const { version } = await who.get(jsonDocuments.detail, { params: { id } })
  const { count } = await who.get(jsonDocuments.impact, { params: { id } })
  return who.call(jsonDocuments.publish, { params: { id }, body: { version, count } })
}

async function published(
  code: string,
  level: JsonLevel,
  at: At,
  document: string,
  schema?: string,
) {
  const { id } = await add(code, level, at)
  await type(id, document, schema)
  expect(await publish(id)).toMatchObject({ code: codes.success, data: { state: 'PUBLISHED' } })
  return id
}

const approvalFrom = (count: number) =>
  sql`insert into parameter (key, group_code, value_type, value) values ('push.approval.items', 'task', 'int', ${String(count)})
    on conflict (key) do update set value = excluded.value`.execute(app.platform.db)

const merged = (code: string, who = admin) =>
  who.call(heldDocuments.merged, { params: { deviceId, code } })
const held = async (code: string) =>
  (await admin.get(heldDocuments.ofDevice, { params: { deviceId } })).find(
    (one) => one.code === code,
  )

describe('documents', () => {
  it('of an organisation, a model and a terminal are merged, and each member says whence it is', async () => {
    const code = freshCode()
    const far = await published(
      code,
      'ORG',
      { orgId: app.rootId },
      '{"a":{"x":1,"y":2},"b":[1,2],"c":12345678901234567890}',
    )
    await published(
      code,
      'MODEL',
      { orgId: app.rootId, modelId },
      '{"a":{"y":null,"z":1.50},"d":true}',
    )
    const near = await published(
      code,
      'DEVICE',
      { deviceId },
      '{"b":[3],"d":null,"__proto__":{"e":1}}',
    )
    await followParams(app.platform)
    const { data } = await merged(code)
    expect(data.document?.replaceAll(/\s/g, '')).toBe(
      '{"a":{"x":1,"z":1.50},"b":[3],"c":12345678901234567890,"__proto__":{"e":1}}',
    )
    expect(data.layers.map(({ id, level }) => [id, level])).toMatchObject([
      [far, 'ORG'],
      [expect.any(String), 'MODEL'],
      [near, 'DEVICE'],
    ])
    expect(data.members).toEqual([
      { name: 'a', layers: [0, 1] },
      { name: 'b', layers: [2] },
      { name: 'c', layers: [0] },
      { name: '__proto__', layers: [2] },
    ])
    expect(await held(code)).toMatchObject({ state: 'PENDING', revision: 1, faults: [] })
  })

  it('that replace stand alone, and leave those farther away no terminal', async () => {
    const code = freshCode()
    const far = await published(code, 'ORG', { orgId: app.rootId }, '{"a":1}')
    await published(code, 'ORG', { orgId: bankId, mergeMode: 'REPLACE' }, '{"b":null}')
    await followParams(app.platform)
    const { data } = await merged(code)
    expect([data.document?.replaceAll(/\s/g, ''), data.layers.length]).toEqual(['{"b":null}', 1])
    expect(await admin.get(jsonDocuments.detail, { params: { id: far } })).toMatchObject({
      pendingCount: 0,
    })
  })

  it('are judged together with those farther away, by the nearest schema, before they are published and after', async () => {
    const code = freshCode()
    const schema = JSON.stringify({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      required: ['host'],
      properties: { host: { type: 'string' }, port: { $ref: '#/$defs/port' } },
      additionalProperties: false,
      $defs: { port: { type: 'integer', maximum: 65535 } },
    })
    const far = await published(
      code,
      'ORG',
      { orgId: app.rootId },
      '{"host":"a","port":443}',
      schema,
    )
    const { id } = await add(code, 'DEVICE', { deviceId })
    const { faults } = await type(id, '{"port":70000,"host":null,"other/one":1}')
    expect(faults.map(({ of, pointer, message }) => [of, pointer, message])).toEqual([
      ['MERGED', '', 'The member “host” is missing'],
      ['MERGED', '/other~1one', '/other~1one: The schema knows no such member'],
      ['MERGED', '/port', '/port: It must be 65,535 or less'],
    ])
    expect((await publish(id)).code).toBe(codes.warning)
    expect((await type(id, '{"port":80}')).faults).toEqual([])
    expect((await publish(id)).code).toBe(codes.success)
    await followParams(app.platform)
    expect(await held(code)).toMatchObject({ state: 'PENDING', faults: [] })
    // The one farther away does not know whom it breaks: there nothing is brought.
    await type(
      far,
      '{"host":"a"}',
      schema
        .replace('"required":["host"]', '"required":["host","name"]')
        .replace('"host":{', '"name":{},"host":{'),
    )
    expect((await publish(far)).code).toBe(codes.warning)
    await type(
      far,
      '{"host":"a","name":1}',
      schema.replace('65535', '79').replace('"host":{', '"name":{},"host":{'),
    )
    expect((await publish(far)).code).toBe(codes.success)
    await followParams(app.platform)
    expect(await held(code)).toMatchObject({ state: 'BLOCKED', faults: ['/port'], revision: 2 })
  })

  it('keep what was published, and go back to it as a draft', async () => {
    const code = freshCode()
    const id = await published(code, 'ORG', { orgId: app.rootId }, '{ "a" : 1.0 }')
    await type(id, '{"a":2}')
    expect((await publish(id)).data).toMatchObject({ revision: 2, isChanged: false })
    expect((await publish(id)).code).toBe(codes.warning)
    const revisions = await admin.get(jsonDocuments.revisions, { params: { id } })
    expect(revisions).toMatchObject([
      { revision: 2, state: 'PUBLISHED', publishedBy: 'layla' },
      { revision: 1, state: 'SUPERSEDED' },
    ])
    const { version } = await admin.get(jsonDocuments.detail, { params: { id } })
    const back = await admin.call(jsonDocuments.rollback, {
      params: { id, revision: 1 },
      body: { version },
    })
    expect(back.data).toMatchObject({ isChanged: true, revision: 2 })
    expect(await admin.get(jsonDocuments.content, { params: { id }, query: {} })).toMatchObject({
      document: '{ "a" : 1.0 }',
    })
    const { body } = await admin.file(jsonDocuments.exportText, { params: { id } })
    expect(body.toString()).toBe('{ "a" : 1.0 }')
  })

  it('stay where they are and what they are called, and in force out of the bin', async () => {
    const code = freshCode()
    const id = await published(code, 'ORG', { orgId: app.rootId }, '{}')
    const row = await admin.get(jsonDocuments.detail, { params: { id } })
    const { name, kind, level, orgId, version } = row
    const form = { id, version, name, kind, level, orgId, code }
    const change = (values: object) =>
      admin.call(jsonDocuments.update, { body: { ...form, ...values } })
    expect((await change({ code: 'another' })).data).toMatchObject({ fields: [{ field: 'code' }] })
    expect((await change({ orgId: bankId })).data).toMatchObject({ fields: [{ field: 'level' }] })
    expect((await admin.call(jsonDocuments.remove, { params: { id } })).code).toBe(codes.warning)
    await followParams(app.platform)
    expect(await held(code)).toMatchObject({ code })
    await admin.call(jsonDocuments.setStatus, { params: { id, status: '0' } })
    await followParams(app.platform)
    expect(await held(code)).toBe(undefined)
    expect((await admin.call(jsonDocuments.remove, { params: { id } })).code).toBe(codes.success)
    const copied = await admin.call(jsonDocuments.copy, {
      params: { id: (await add(freshCode(), 'ORG', { orgId: bankId })).id },
      body: { name: 'Copy', code: 'Copied', level: 'DEVICE', deviceId },
    })
    expect(copied.data).toMatchObject({
      code: 'copied',
      level: 'DEVICE',
      orgId: bankId,
      state: 'DRAFT',
    })
  })

  it('of many terminals wait for a second person', async () => {
    await approvalFrom(1)
    try {
      const { id } = await add(freshCode(), 'DEVICE', { deviceId })
      await type(id, '{}')
      expect((await publish(id)).data).toMatchObject({
        state: 'PENDING_APPROVAL',
        askedByName: 'layla',
      })
      expect((await publish(id)).code).toBe(codes.warning)
      await type(id, '{"a":1}')
      expect(await admin.get(jsonDocuments.detail, { params: { id } })).toMatchObject({
        state: 'DRAFT',
      })
      await publish(id)
      expect((await publish(id, omar)).data).toMatchObject({ state: 'PUBLISHED', revision: 1 })
      const [revision] = await admin.get(jsonDocuments.revisions, { params: { id } })
      expect(revision).toMatchObject({ publishedBy: 'layla', approvedBy: 'omar' })
    } finally {
      await approvalFrom(0)
    }
  })

  it('of many terminals are neither disabled nor put before others by one person', async () => {
    const id = await published(freshCode(), 'DEVICE', { deviceId }, '{"a":1}')
    const { id: draftId } = await add(freshCode(), 'DEVICE', { deviceId })
    const { version, ...row } = await admin.get(jsonDocuments.detail, { params: { id } })
    const { name, code, kind, level } = row
    const form = { id, version, name, code, kind, level, deviceId }
    const change = (values: object) =>
      admin.call(jsonDocuments.update, { body: { ...form, ...values } })
    const disable = (one: string) =>
      admin.call(jsonDocuments.setStatus, { params: { id: one, status: '0' } })
    await approvalFrom(1)
    try {
      expect((await disable(id)).code).toBe(codes.warning)
      expect((await change({ priority: 9 })).code).toBe(codes.warning)
      // What holds nowhere yet, and what changes nothing that holds.
      expect((await disable(draftId)).code).toBe(codes.success)
      expect((await change({ remark: 'ours' })).code).toBe(codes.success)
    } finally {
      await approvalFrom(0)
    }
    expect((await disable(id)).code).toBe(codes.success)
  })

  it('that are encrypted are sealed here, and read by nobody but who may edit them', async () => {
    const code = freshCode()
    const id = await published(
      code,
      'ORG',
      { orgId: app.rootId, encrypt: true },
      '{"canary":"sesame-json"}',
    )
    await followParams(app.platform)
    const reader = await signedIn(app, {
      orgId: app.rootId,
      dataScope: 'OWN_ORG_AND_BELOW',
      permissions: ['JSON_CONFIG_DETAIL', 'JSON_CONFIG_EXPORT', 'DEVICE_LIST_DETAIL'],
    })
    expect((await reader.call(jsonDocuments.content, { params: { id }, query: {} })).code).toBe(
      codes.forbidden,
    )
    expect(
      (await reader.call(jsonDocuments.content, { params: { id }, query: { revision: 1 } })).code,
    ).toBe(codes.forbidden)
    expect((await merged(code, reader)).data).toMatchObject({
      document: null,
      members: [{ name: 'canary' }],
    })
    expect((await merged(code)).data.document).toContain('sesame-json')
    const { rows } = await sql<{ found: number }>`select count(*)::integer as found from (
      select d::text as held from json_document d union all select r::text from json_document_rev r
      union all select s::text from param_set s union all select l::text from action_log l) kept
      where held like '%sesame-json%'`.execute(app.platform.db)
    expect(rows).toEqual([{ found: 0 }])
    // Without encryption it may be read again, and the other way round it is sealed.
    const { name, kind, level, version } = await admin.get(jsonDocuments.detail, { params: { id } })
    await admin.call(jsonDocuments.update, {
      body: { id, version, name, code, kind, level, orgId: app.rootId, encrypt: false },
    })
    expect(
      (await reader.call(jsonDocuments.content, { params: { id }, query: {} })).data.document,
    ).toContain('sesame')
  })
})

describe('a schema', () => {
  const faults = async (schema: string, document = '{"a":"x"}') =>
    (await admin.get(jsonDocuments.validate, { body: { schema, document } })).faults.map(
      ({ of, pointer, message }) => `${of} ${pointer} ${message}`,
    )

  it.each([
    ['[]', 'It must be a JSON object'],
    ['{"type":7}', '/type'],
    ['{"$ref":"https://example.com/schema.json"}', 'its own parts'],
    ['{"$dynamicRef":"other.json"}', 'its own parts'],
    ['{"$ref":"#/$defs/none"}', 'does not have: #/$defs/none'],
    ['{"$schema":"http://json-schema.org/draft-07/schema#"}', '2020-12'],
    ['{"properties":{"a":{"pattern":"(?<=x)y"}}}', '(?<=x)y'],
  ])('that cannot be used is told: %.60s', async (schema, part) => {
    expect((await faults(schema)).join()).toContain(part)
  })

  it('finds by patterns in linear time, and by nothing for ever', async () => {
    const text = `{"a":"${'a'.repeat(50_000)}!"}`
    const slow = '{"properties":{"a":{"pattern":"^(a+)+$"}}}'
    expect(await faults(slow, text)).toEqual(['DOCUMENT /a /a: The text does not match ^(a+)+$'])
    const steps = Array.from({ length: 40 }, (_, n) => [
      `d${n}`,
      { anyOf: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] },
    ])
    const $defs = { ...Object.fromEntries(steps), d40: { type: 'number' } }
    const began = Date.now()
    expect(await faults(JSON.stringify({ $ref: '#/$defs/d0', $defs }))).toEqual([
      expect.stringContaining('takes too long'),
    ])
    expect(await faults('{"$ref":"#"}')).toEqual([
      expect.stringMatching(/takes too long|none that can be used/),
    ])
    expect(Date.now() - began).toBeLessThan(25_000)
  })

  it('knows members by their own names only', async () => {
    expect(await faults('{"required":["constructor","__proto__"]}')).toHaveLength(2)
    expect(await faults('{"required":["__proto__"]}', '{"__proto__":1}')).toEqual([])
    expect(await faults('{"additionalProperties":false}', '{"__proto__":1}')).toHaveLength(1)
  })

  it('is told in Arabic to whom reads Arabic', async () => {
    const { data } = await admin.send({
      method: 'POST',
      headers: { LANGUAGE: 'ar-IQ' },
      ...addressOf(jsonDocuments.validate, {
        body: { document: '{"a":70000}', schema: '{"properties":{"a":{"maximum":65535}}}' },
      }),
    })
    expect(JSON.stringify(data)).toContain('/a: يجب ألا تزيد على ٦٥٬٥٣٥')
  })
})
