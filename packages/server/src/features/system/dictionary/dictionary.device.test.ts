import { deviceMessages, dictionaries, dictionaryItems } from '@muster/contract'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../../../bin/app.ts'
import { signedIn, type TestUser } from '../../../../test/testApp.ts'
import { openTerminal, startTestGateway, type TestGateway } from '../../../../test/testGateway.ts'

let gateway: TestGateway
let admin: TestUser
let http: FastifyInstance

beforeAll(async () => {
  gateway = await startTestGateway()
  const { platform, orgId: rootId } = gateway
  http = await buildApp(platform)
  const app = { http, platform, rootId, failures: [], close: () => http.close() }
  admin = await signedIn(app, { isSuperAdmin: true })
})
afterAll(async () => {
  await http.close()
  await gateway.close()
})

const words = { code: 'repair.reason', name: 'Repair reasons' } as const
const read = (headers = {}) =>
  http.inject({ url: `/device/v1/dictionary/${words.code}?language=ar-IQ`, headers })

it('is told to terminals once it is flagged, again when it changes, and read by what they have', async () => {
  const { id } = await admin.get(dictionaries.add, { body: words })
  const item = { dictionaryId: id, value: 'PRINTER', label: 'Printer' }
  await admin.get(dictionaryItems.add, { body: { ...item, labels: { 'ar-IQ': 'الطابعة' } } })
  expect((await read()).statusCode).toBe(404)
  const terminal = await openTerminal(gateway, await gateway.addDevice())
  const told = async (nth: number) =>
    deviceMessages.configuration.body.parse((await terminal.message('cfg', nth)).body)
  const first = await told(1)
  expect(first.dictionaries).toBeUndefined()
  const flag = async (isTold: boolean) => {
    const { version } = await admin.get(dictionaries.detail, { params: { id } })
    await admin.get(dictionaries.update, { body: { ...words, id, version, isTold } })
  }
  await flag(true)
  const second = await told(2)
  expect(second.dictionaries).toEqual([words.code])
  expect(second.rev).toBeGreaterThan(first.rev)
  const kept = await read()
  const shown = { value: 'PRINTER', label: 'الطابعة', isDefault: false, extra: null }
  expect(kept.json()).toEqual({ code: words.code, items: [shown] })
  const headers = { 'if-none-match': String(kept.headers.etag) }
  expect((await read(headers)).statusCode).toBe(304)
  await admin.get(dictionaryItems.add, { body: { ...item, value: 'SCREEN', label: 'Screen' } })
  expect((await told(3)).rev).toBeGreaterThan(second.rev)
  expect((await read(headers)).statusCode).toBe(200)
  await flag(false)
  expect((await told(4)).dictionaries).toBeUndefined()
  expect((await read()).statusCode).toBe(404)
  await terminal.leave()
})

it('leaves terminals alone while what they do not keep changes', async () => {
  const revision = async () =>
    (await gateway.sql<{ rev: number }>('select settings_rev as rev from organization'))[0]?.rev
  const before = await revision()
  const body = { code: 'own.colours', name: 'Colours' }
  const { id: dictionaryId } = await admin.get(dictionaries.add, { body })
  await admin.get(dictionaryItems.add, { body: { dictionaryId, value: 'RED', label: 'Red' } })
  expect(await revision()).toBe(before)
})
