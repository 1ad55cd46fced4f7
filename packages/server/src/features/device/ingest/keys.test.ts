import { deviceMessages } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  eventually,
  openTerminal,
  startTestGateway,
  type TestDevice,
  type TestGateway,
} from '../../../../test/testGateway.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { saveKeys } from '../keys/keys.queries.ts'
import type { KeyReport } from '../keys/keys.rules.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

const tpk = { slot: '1', type: 'TPK', kcv: '0A1B2C', state: 'OK' } as const
const dukpt = { slot: 'dukpt', type: 'DUKPT_PIN', ksi: 'FFFF9876543210', state: 'OK' } as const

/** A terminal that tells of its keys, and waits until that is kept or thrown away. */
async function teller(device: TestDevice) {
  const terminal = await openTerminal(gateway, device)
  let count = 0
  return {
    leave: () => terminal.leave(),
    async tell(slots: readonly object[], more: object = {}, beside: object = {}) {
      await terminal.up('key', { at: Date.now(), slots, ...more }, { ack: true, ...beside })
      return deviceMessages.downMessages.ack.body.parse(
        (await terminal.message('ack', ++count)).body,
      )
    },
  }
}

const held = ({ id }: Pick<TestDevice, 'id'>) =>
  gateway.sql(
    `select slot, type, kcv, ksi, state from device_key where device_id = $1 order by slot`,
    [id],
  )
const linesOf = ({ id }: TestDevice) =>
  gateway.sql<{ code: string; data: object }>(
    `select code, source, data from device_event where device_id = $1 and code like 'KEY%' order by at, id`,
    [id],
  )
const isMissing = async ({ id }: TestDevice) =>
  (
    await gateway.sql(`select from device_security where device_id = $1 and kind = 'KEY_MISSING'`, [
      id,
    ])
  ).length > 0
const signalsOf = async ({ id }: TestDevice) => {
  const rows = await gateway.sql<{ kind: string }>(
    `select kind from alarm_signal where device_id = $1 and kind like 'KEY%' order by kind`,
    [id],
  )
  return rows.map(({ kind }) => kind)
}

it('are kept by what changed, with a line for each change; what is missing is a fault until it is back', async () => {
  const device = await gateway.addDevice()
  const { tell, leave } = await teller(device)
  await tell([tpk, dukpt])
  await tell([tpk, dukpt])
  expect(await held(device)).toEqual([
    { ...tpk, ksi: null },
    { ...dukpt, kcv: null },
  ])
  expect([await linesOf(device), await signalsOf(device)]).toEqual([[], []])
  await tell([
    { ...tpk, kcv: 'ffffff' },
    { ...dukpt, state: 'MISSING' },
  ])
  const lines = await linesOf(device)
  expect(lines).toHaveLength(2)
  const changed = { keySlot: '1', keyType: 'TPK', from: '0A1B2C', to: 'FFFFFF' }
  expect(lines).toContainEqual({ code: 'KEY_CHANGED', source: 'DEVICE', data: changed })
  expect(lines.map(({ code }) => code)).toContain('KEY_MISSING')
  expect([await isMissing(device), await signalsOf(device)]).toEqual([true, ['KEY_MISSING']])
  // What it tells of itself otherwise says nothing of its keys.
  const other = await openTerminal(gateway, device, { clientId: `d:${device.sn}` })
  await other.up('info', { firmware: 'F', agentVersion: 'A', os: 'L', isRooted: false })
  await eventually(() =>
    gateway
      .sql(`select from device_snapshot where device_id = $1`, [device.id])
      .then(({ length }) => length > 0),
  )
  expect(await isMissing(device)).toBe(true)
  await Promise.all([leave(), other.leave()])
  const last = await teller(device)
  await last.tell([])
  expect([await held(device), await isMissing(device)]).toEqual([[], false])
  await last.leave()
})

/** What the trail has of its reports; false: nothing yet. */
async function trailOf({ sn }: TestDevice) {
  const rows = await gateway.sql<{ reason: string | null; payload: string | null }>(
    `select reason, payload, path, message_id as "messageId" from mqtt_log where sn = $1 and type = 'key'`,
    [sn],
  )
  return rows.length > 0 && rows
}

it.each<[string, object, object?]>([
  ['a key in place of its check value', { ...tpk, kcv: '0123456789ABCDEFFEDCBA9876543210' }],
  ['a key in place of its key set', { ...dukpt, ksi: '0123456789ABCDEFFEDCBA9876543210' }],
  ['a key beside it', { ...tpk, key: '0123456789ABCDEFFEDCBA9876543210' }],
  ['a key beside all of them', tpk, { keys: ['0123456789ABCDEFFEDCBA9876543210'] }],
  ['a slot that there is not', { ...tpk, slot: '65536' }],
  ['a type that nobody knows', { ...tpk, type: 'SECRET' }],
])('%s is thrown away, and no trace of it stays', async (_, slot, more) => {
  const device = await gateway.addDevice()
  const { tell, leave } = await teller(device)
  expect(await tell([slot], more)).toMatchObject({ kept: [], refused: [expect.any(String)] })
  expect(await held(device)).toEqual([])
  expect(await eventually(() => trailOf(device))).toMatchObject([{ reason: 'key', payload: null }])
  await leave()
})

it('what stands beside them is not kept, either', async () => {
  const device = await gateway.addDevice()
  const { tell, leave } = await teller(device)
  await tell([tpk], {}, { key: '0123456789ABCDEFFEDCBA9876543210' })
  expect(await held(device)).toHaveLength(1)
  const [kept] = await eventually(() => trailOf(device))
  expect(kept?.payload).toContain('0A1B2C')
  expect(kept?.payload).not.toContain('FEDCBA')
  await leave()
})

const aKey = '0123456789ABCDEFFEDCBA9876543210'

it.each<[string, string, object]>([
  ['in place of its signature', 'key', { sig: aKey }],
  ['as what it answers', 'key', { cid: aKey }],
  ['as its id', 'key', { id: aKey }],
  ['as its type', 'key', { type: aKey }],
  ['as a level of its topic', `key/${aKey}`, {}],
])('of a key that stands %s nothing is kept', async (_, path, beside) => {
  const device = await gateway.addDevice()
  const terminal = await openTerminal(gateway, device)
  await terminal.up(path, { at: Date.now(), slots: [tpk] }, { ack: true, ...beside })
  const kept = await eventually(() => trailOf(device))
  expect(kept).toMatchObject([{ path: 'key' }])
  expect(JSON.stringify(kept)).not.toContain('FEDCBA')
  await terminal.leave()
})

const save = (reports: readonly KeyReport[]) =>
  inTransaction(gateway.platform.pool, (client) => saveKeys(client, reports))
const reportOf = (
  { id }: TestDevice,
  at: number,
  ...slots: KeyReport['body']['slots']
): KeyReport => ({ deviceId: id, at: Date.now(), body: { at, slots } })

it('whose ends are far away are no other ones when they are told again', async () => {
  const device = await gateway.addDevice()
  const [now, far] = [Date.now(), Date.parse('5000-01-01T00:00:00Z')]
  const slots = Array.from({ length: 60 }, (_, n) => ({
    ...tpk,
    slot: String(n),
    expiresAt: far + n * 1017,
  }))
  expect(await save([reportOf(device, now - 1, ...slots)])).toHaveLength(1)
  expect(await save([reportOf(device, now, ...slots)])).toEqual([])
})

it('what comes late changes nothing; who sets his clock back is heard', async () => {
  const device = await gateway.addDevice()
  const now = Date.now()
  expect(await save([reportOf(device, now, tpk)])).toHaveLength(1)
  expect(await save([reportOf(device, now - 5000)])).toEqual([])
  expect(await held(device)).toHaveLength(1)
  expect(await save([reportOf(device, now - 40 * 86_400_000)])).toHaveLength(1)
  expect(await held(device)).toEqual([])
})

it('of two batches at once one is the first, and the newest word stays', async () => {
  const device = await gateway.addDevice()
  const now = Date.now()
  const told = Array.from({ length: 8 }, (_, n) =>
    reportOf(device, now + n - 10, { ...tpk, kcv: `00000${n}` }),
  )
  // The newest begins: who comes after it with an older word waits, and is late.
  const touched = await Promise.all(told.toReversed().map((report) => save([report])))
  expect(await held(device)).toMatchObject([{ kcv: '000007' }])
  const changed = touched.filter(({ length }) => length > 0).length
  expect(await linesOf(device)).toHaveLength(changed - 1)
})
