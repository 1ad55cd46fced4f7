import { deviceKeys, deviceLife, devices, models, type RequiredKey } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { csv, imported } from '../../../../test/importing.ts'
import { startTaskApp } from '../../../../test/taskApp.ts'
import { addOrganization, signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { untilLockWaits } from '../../../../test/untilLockWaits.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { seedAlarmRules } from '../../alarm/alarmSeed.ts'
import { judgeSignals } from '../../alarm/judgeSignals.ts'
import { lockDevices } from '../ingest/state.queries.ts'
import { judgeDueKeys } from './judgeKeys.ts'
import { holdDemands, saveKeys } from './keys.queries.ts'
import type { KeyReport } from './keys.rules.ts'

// Which key slots must be there a model says; its terminals are judged by it as soon as they tell of any.

let app: TestApp
let admin: TestUser
let series = 0

beforeAll(async () => {
  app = await startTaskApp()
  await seedAlarmRules(app.platform.db)
  admin = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => app.close())

type Slots = KeyReport['body']['slots']

const tpk = { slot: '1', type: 'TPK', kcv: '0A1B2C', state: 'OK' } as const
const wanted = { slot: '1', type: 'TPK' } as const
const other = { slot: '2', type: 'TAK' } as const

const query = async <R>(text: string, values: unknown[] = []) =>
  // The shape is the statement's own.
  (await app.platform.pool.query(text, values)).rows as R[]

const report = (deviceId: string, slots: Slots): KeyReport => ({
  deviceId,
  at: Date.now(),
  body: { at: Date.now(), slots },
})
const tell = (deviceId: string, ...slots: Slots) =>
  inTransaction(app.platform.pool, (client) => saveKeys(client, [report(deviceId, slots)]))

/** A model, and terminals of it. */
async function ofModel(count: number) {
  const name = `Keys${++series}`
  const estate = await addEstate(app, name)
  const prefix = `KD${String(series).padStart(2, '0')}X`
  const ids = count > 0 ? await addDevices(app, estate, { orgId: app.rootId, prefix, count }) : []
  return { ...estate, ids }
}

async function save({ modelId: id }: Pick<Estate, 'modelId'>, keySlots: readonly RequiredKey[]) {
  const { vendorId, categoryId, name, code, osType, version } = await admin.get(models.detail, {
    params: { id },
  })
  const fields = { vendorId, categoryId, name, code, osType }
  const body = { ...fields, id, version, keySlots: [...keySlots] }
  return admin.get(models.update, { body })
}

const judge = () => judgeDueKeys(app.platform.pool)

/** Saves what a model demands, and has its terminals judged. */
async function demand(of: Pick<Estate, 'modelId'>, ...keySlots: RequiredKey[]) {
  await save(of, keySlots)
  return judge()
}

const lacking = async (ids: readonly string[]) => {
  const rows = await query<{ id: string }>(
    `select device_id as id from device_security where kind = 'KEY_MISSING' and device_id = any($1::uuid[])`,
    [ids],
  )
  return ids.map((id) => rows.some((row) => row.id === id))
}

it('names in list, tab, health, reasons and alarm what is demanded and not there, until it is', async () => {
  const estate = await ofModel(3)
  const [lacks = '', holds = '', silent = ''] = estate.ids
  await tell(lacks, { ...tpk, type: 'TMK' })
  await tell(holds, tpk)
  expect(await demand(estate, wanted)).toMatchObject([{ id: lacks, orgId: app.rootId }])
  expect(await lacking(estate.ids)).toEqual([true, false, false])
  const { list } = await admin.get(devices.page, {
    query: { pageNum: 1, pageSize: 10, modelId: estate.modelId, security: 'KEY_MISSING' },
  })
  expect(list.map(({ id }) => id)).toEqual([lacks])
  const slotsOf = async (id: string) =>
    (await admin.get(deviceKeys.slots, { params: { id } })).slots
  expect(await slotsOf(lacks)).toMatchObject([
    { slot: '1', type: 'TMK', state: 'OK', isRequired: false },
    { slot: '1', type: 'TPK', state: 'MISSING', isRequired: true, kcv: null, changedAt: null },
  ])
  expect(await slotsOf(holds)).toMatchObject([{ state: 'OK', isRequired: true }])
  expect(await slotsOf(silent)).toEqual([])
  const { reasons } = await admin.get(deviceLife.health, { params: { id: lacks } })
  expect(reasons).toContainEqual(
    expect.objectContaining({ ailment: 'KEY_MISSING', cure: 'LOAD_KEYS', value: '1 TPK' }),
  )
  const wishes = await admin.get(deviceLife.why, { params: { id: lacks } })
  expect(wishes.find(({ wish }) => wish === 'PAYMENTS')?.gates).toContainEqual(
    expect.objectContaining({ gate: 'KEYS', passes: false, value: '1 TPK' }),
  )
  expect(await alarmsOf(lacks)).toEqual([{ data: { keySlots: ['1 TPK'] } }])
  await tell(lacks, tpk)
  expect(await lacking([lacks])).toEqual([false])
  expect(await alarmsOf(lacks)).toEqual([])
})

const alarmsOf = async (id: string) => {
  await judgeSignals(app.platform)
  return query<{ data: object }>(
    `select data from alarm where device_id = $1 and kind = 'KEY_MISSING' and closed_at is null`,
    [id],
  )
}

it('judges whoever tells for the first time at once, also of none; and of nobody else an alarm is looked at', async () => {
  const estate = await ofModel(2)
  const plain = await ofModel(1)
  const [empty = '', good = ''] = estate.ids
  await demand(estate, wanted, other)
  await query('delete from alarm_signal')
  expect(await tell(empty)).toMatchObject([{ id: empty }])
  await tell(good, tpk, { ...tpk, ...other })
  await tell(plain.ids[0] ?? '', tpk)
  expect(await query('select device_id as id, kind from alarm_signal')).toEqual([
    { id: empty, kind: 'KEY_MISSING' },
  ])
  expect(await alarmsOf(empty)).toEqual([{ data: { keySlots: ['1 TPK', '2 TAK'] } }])
  // A slot that it has no longer is none that it lost by its own word.
  await tell(good, tpk)
  expect(await alarmsOf(good)).toEqual([{ data: { keySlots: ['2 TAK'] } }])
})

it('are none any more when the model demands them no longer; what a terminal says of itself stays', async () => {
  const estate = await ofModel(2)
  const [lacks = '', broken = ''] = estate.ids
  await tell(lacks)
  await tell(broken, { ...tpk, state: 'MISSING' })
  await demand(estate, wanted)
  expect(await lacking(estate.ids)).toEqual([true, true])
  expect(await alarmsOf(lacks)).toHaveLength(1)
  expect(await demand(estate)).toMatchObject([{ id: lacks }])
  expect(await lacking(estate.ids)).toEqual([false, true])
  expect(await alarmsOf(lacks)).toEqual([])
})

it('are those of the model that a terminal is of: of another one, and back from the bin, it is judged anew', async () => {
  const [strict, plain] = [await ofModel(2), await ofModel(0)]
  const [moved = '', binned = ''] = strict.ids
  for (const id of strict.ids) await tell(id)
  await query('update device set deleted_at = now() where id = $1', [binned])
  await demand(strict, wanted)
  expect(await lacking(strict.ids)).toEqual([true, false])
  await query('update device set deleted_at = null where id = $1', [binned])
  await query('update device set model_id = $2 where id = $1', [moved, plain.modelId])
  await judge()
  expect(await lacking(strict.ids)).toEqual([false, true])
})

it('of one that waits already and changes its model once more are those of the last one', async () => {
  const [strict, plain] = [await ofModel(1), await ofModel(0)]
  const [id = ''] = strict.ids
  await tell(id)
  await demand(strict, wanted)
  const move = 'update device set model_id = $2 where id = $1'
  await query(move, [id, plain.modelId])
  await inTransaction(app.platform.pool, async (client) => {
    await client.query(move, [id, strict.modelId])
    await judge()
  })
  await judge()
  expect(await lacking([id])).toEqual([true])
})

it('are judged some terminals at a time, and go on where they were broken off', async () => {
  const { pool } = app.platform
  const estate = await ofModel(5)
  for (const id of estate.ids) await tell(id)
  await save(estate, [wanted])
  const [, , third] = estate.ids
  await query(`create function refuse() returns trigger language plpgsql as $$ begin
    if new.device_id = '${third}' then raise 'not this one'; end if; return new; end $$`)
  await query(`create trigger refused before insert on device_security
    for each row execute function refuse()`)
  await expect(judgeDueKeys(pool, 2)).rejects.toThrow('not this one')
  expect(await lacking(estate.ids)).toEqual([true, true, false, false, false])
  await query('drop trigger refused on device_security; drop function refuse')
  const turned = await judgeDueKeys(pool, 2)
  expect(turned.map(({ id }) => id).toSorted()).toEqual(estate.ids.slice(2).toSorted())
  expect(await query('select from model_key_due')).toEqual([])
  expect(await judgeDueKeys(pool, 2)).toEqual([])
})

it('are judged no further than one run goes; the next one has the rest', async () => {
  const estate = await ofModel(12)
  for (const id of estate.ids) await tell(id)
  await save(estate, [wanted])
  expect(await judgeDueKeys(app.platform.pool, 1)).toHaveLength(10)
  expect(await judgeDueKeys(app.platform.pool, 1)).toHaveLength(2)
})

it('of one that tells for the first time while its model is changed are those of the change', async () => {
  const { pool, db } = app.platform
  const estate = await ofModel(1)
  const [id = ''] = estate.ids
  const saving = await inTransaction(pool, async (client) => {
    await lockDevices(client, [], { others: [], keys: [id], lists: [] })
    await holdDemands(client, [id])
    await saveKeys(client, [report(id, [])])
    const way = { saved: demand(estate, wanted) }
    await untilLockWaits(db)
    return way
  })
  await saving.saved
  expect(await lacking([id])).toEqual([true])
})

it('of one that tells of its keys while it is judged are judged by what it tells', async () => {
  const { pool, db } = app.platform
  const estate = await ofModel(1)
  const [id = ''] = estate.ids
  await tell(id)
  await save(estate, [wanted])
  const judging = await inTransaction(pool, async (client) => {
    await saveKeys(client, [report(id, [tpk])])
    const way = { judged: judge() }
    await untilLockWaits(db)
    return way
  })
  await judging.judged
  expect(await lacking([id])).toEqual([false])
})

it('are counted before they are saved, each of the caller’s terminals by what becomes of it', async () => {
  const shop = await addOrganization(app.platform, {
    name: 'key shop',
    code: 'key-shop',
    parentId: app.rootId,
  })
  const estate = await ofModel(4)
  const [lacks = '', turns = '', broken = ''] = estate.ids
  await tell(lacks)
  await tell(turns, tpk)
  await tell(broken, { ...tpk, state: 'MISSING' })
  const [own = ''] = await addDevices(app, estate, { orgId: shop.id, prefix: 'KDSHOP', count: 1 })
  await tell(own)
  await demand(estate, wanted)
  const params = { id: estate.modelId }
  const ask = (who: TestUser, ...keySlots: RequiredKey[]) =>
    who.get(models.keyImpact, { params, body: { keySlots, withRows: true } })
  expect(await ask(admin, wanted)).toEqual({ failing: 0, mended: 0, rows: [] })
  const impact = await ask(admin, other)
  expect(impact).toMatchObject({ failing: 1, mended: 0, rows: [{ fails: true }] })
  // Whoever lacks what is demanded before and after goes on lacking it.
  expect(await ask(admin, wanted, other)).toMatchObject({ failing: 1, mended: 0 })
  const none = await ask(admin)
  expect(none).toMatchObject({ failing: 0, mended: 2 })
  const keeper = await signedIn(app, { orgId: shop.id, permissions: ['DEVICE_MODEL_EDIT'] })
  expect(await ask(keeper)).toMatchObject({
    mended: 1,
    rows: [{ sn: 'KDSHOP00000', fails: false }],
  })
  expect((await demand(estate, other)).map(({ id }) => id)).toEqual([turns])
  const nobody = await signedIn(app, { orgId: shop.id, permissions: ['DEVICE_MODEL_LIST'] })
  expect((await nobody.call(models.keyImpact, { params, body: { keySlots: [] } })).code).toBe(403)
})

it.each<[string, object[], string]>([
  ['twice', [wanted, { ...wanted, type: 'TAK' }], 'A key slot is named twice'],
  ['out of range', [{ ...wanted, slot: '65536' }], 'A slot is a number from 0 to 65535'],
  ['too many', Array.from({ length: 33 }, (_, n) => ({ ...wanted, slot: `${n}` })), 'At most 32'],
])('refuses slots that are named %s', async (_, keySlots, message) => {
  const { vendorId, categoryId } = await ofModel(0)
  const name = `Odd${++series}`
  const body = { vendorId, categoryId, name, code: name, osType: 'ANDROID', keySlots }
  // Types let nothing wrong through.
  const answer = await admin.call(models.add, { body: body as never })
  expect(answer).toMatchObject({
    status: 400,
    data: { fields: [{ message: expect.stringContaining(message) }] },
  })
})

it('come by a sheet, and go out into one', async () => {
  const { modelId } = await ofModel(0)
  const { code } = await admin.get(models.detail, { params: { id: modelId } })
  const cell = JSON.stringify([wanted, other]).replaceAll('"', '""')
  const content = `Code,"Key slots that must be there"\r\n${code},"${cell}"`
  const { result } = await imported(admin, models.page, { content, aim: 'existing' })
  expect(result).toMatchObject({ changed: 1, refused: 0, ignored: [] })
  const { keySlots } = await admin.get(models.detail, { params: { id: modelId } })
  expect(keySlots).toEqual([wanted, other])
  const bad = csv(['Code', 'Key slots that must be there'], [code, '{"slot":"x y","type":"TPK"}'])
  expect(
    (await imported(admin, models.page, { content: bad, aim: 'existing' })).result,
  ).toMatchObject({
    refused: 1,
  })
})
