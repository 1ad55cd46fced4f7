import { heldDocuments, jsonDocuments, type JsonLevel } from '@muster/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addOrganization,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { followParams } from '../resolve/follow.ts'

let app: TestApp
let admin: TestUser
let bankId: string
let deviceId: string
let modelId: string

beforeAll(async () => {
  app = await startTestApp()
  const estate = await addEstate(app)
  ;({ modelId } = estate)
  admin = await signedIn(app, { isSuperAdmin: true })
  const bank = { name: 'bank', code: 'bank', parentId: app.rootId }
  bankId = (await addOrganization(app.platform, bank)).id
  ;[deviceId = ''] = await addDevices(app, estate, { orgId: bankId, prefix: 'ENC-', count: 1 })
})
afterAll(() => app.close())

const add = (code: string, level: JsonLevel, at: object) =>
  admin.get(jsonDocuments.add, {
    body: { name: `${code} ${level}`, code, kind: 'STORE', level, ...at },
  })

async function type(id: string, document: string, schema: string | null = null) {
  const of = { params: { id } }
  const { version } = await admin.get(jsonDocuments.detail, of)
  await admin.get(jsonDocuments.saveContent, { ...of, body: { version, document, schema } })
}

/** A document of the root organization, encrypted and in force. */
async function encrypted(code: string, document: string, schema: string | null = null) {
  const { id } = await add(code, 'ORG', { orgId: app.rootId, encrypt: true })
  await type(id, document, schema)
  const of = { params: { id } }
  const { version } = await admin.get(jsonDocuments.detail, of)
  const { count } = await admin.get(jsonDocuments.impact, of)
  await admin.get(jsonDocuments.publish, { ...of, body: { version, count } })
}

const merged = (code: string, who = admin) =>
  who.call(heldDocuments.merged, { params: { deviceId, code } })

describe('what an organization encrypted', () => {
  const guess = '{"type":"object","properties":{"pin":{"pattern":"^4"}}}'
  const said = (faults: readonly { message: string }[]) => faults.map(({ message }) => message)

  it('is read by nobody below it, as a whole or letter by letter by a schema of his own', async () => {
    const code = 'first'
    const rule = '{"properties":{"port":{"maximum":80}},"required":["pin"]}'
    await encrypted(code, '{"pin":"731"}', rule)
    const { id: near } = await add(code, 'DEVICE', { deviceId })
    const editor = await signedIn(app, {
      orgId: bankId,
      dataScope: 'OWN_ORG_AND_BELOW',
      permissions: [
        'JSON_CONFIG_DETAIL',
        'JSON_CONFIG_EDIT',
        'JSON_CONFIG_PUBLISH',
        'DEVICE_LIST_DETAIL',
      ],
    })
    expect((await merged(code, editor)).data).toMatchObject({
      document: null,
      members: [{ name: 'pin' }],
    })
    expect((await merged(code)).data.document).toContain('731')
    const validate = (who: TestUser, document: string, schema: string | null) =>
      who.get(jsonDocuments.validate, { body: { id: near, document, schema } })
    // Nor is it asked by him who reads all, for whom the bank's stays what it is.
    expect((await validate(admin, '{}', guess)).faults).toEqual([])
    expect((await validate(editor, '{}', guess)).faults).toEqual([])
    const { version } = await editor.get(jsonDocuments.detail, { params: { id: near } })
    const kept = { version, document: '{}', schema: guess }
    const saved = await editor.get(jsonDocuments.saveContent, { params: { id: near }, body: kept })
    expect(saved.faults).toEqual([])
    const body = { version: saved.version, count: 1 }
    await editor.get(jsonDocuments.publish, { params: { id: near }, body })
    await followParams(app.platform)
    const held = await editor.get(heldDocuments.ofDevice, { params: { deviceId } })
    expect(held.find((one) => one.code === code)).toMatchObject({ state: 'PENDING', faults: [] })
    // By the schema of whom it belongs to it is judged, together with what he does not read.
    const { faults } = await validate(editor, '{"port":81}', guess)
    expect(said(faults)).toEqual(['/port: It must be 80 or less'])
  })

  it('is judged for who may not edit by the schema that is kept', async () => {
    const code = 'second'
    await encrypted(code, '{"pin":"731"}')
    const { id: near } = await add(code, 'MODEL', { orgId: app.rootId, modelId })
    await type(near, '{}', '{"properties":{"port":{"maximum":80}}}')
    const reader = await signedIn(app, { permissions: ['JSON_CONFIG_DETAIL'] })
    const body = { id: near, document: '{"port":81}', schema: guess }
    expect(said((await reader.get(jsonDocuments.validate, { body })).faults)).toEqual([
      '/port: It must be 80 or less',
    ])
  })
})
