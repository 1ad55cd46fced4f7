import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  passwordOf,
  startTestGateway,
  type TestDevice,
  type TestGateway,
} from '../../../../test/testGateway.ts'
import { openAdmission } from './admission.ts'

let gateway: TestGateway
let admission: ReturnType<typeof openAdmission>
let device: TestDevice

beforeAll(async () => {
  gateway = await startTestGateway()
  admission = openAdmission(gateway.platform, () => ({ badLogins: 10, banMinutes: 5 }))
  await gateway.sql('create sequence faults')
  await gateway.sql(`create function fail_once() returns trigger language plpgsql as $$
    begin if nextval('faults') = 1 then raise deadlock_detected; end if; return null; end $$`)
})
afterAll(async () => {
  await admission.stop()
  await gateway.close()
})

beforeEach(async () => {
  await gateway.sql(`select setval('faults', 1, false)`)
  device = await gateway.addDevice()
  await gateway.sql(
    `update device set secret_unused_until = now() + interval '10 minutes' where id = $1`,
    [device.id],
  )
})

const connect = (password = passwordOf(device)) =>
  admission.admit({ clientId: `d:${device.sn}`, userName: device.sn, password, ip: '192.0.2.1' })

const isUnused = async () => {
  const [row] = await gateway.sql<{ until: string | null }>(
    'select secret_unused_until as until from device where id = $1',
    [device.id],
  )
  return row?.until !== null
}

const welcome = { session: { kind: 'device' } }

/** The first statement that writes to the table fails, as one side of a deadlock does. */
async function failOnce<T>(event: string, work: () => Promise<T>): Promise<T> {
  const table = event.split(' on ')[1]
  await gateway.sql(`create trigger fail_once before ${event} execute function fail_once()`)
  try {
    return await work()
  } finally {
    await gateway.sql(`drop trigger fail_once on ${table}`)
  }
}

it('a terminal comes in although its credential could not be noted as used at first', async () => {
  const answer = await failOnce('update on device', () => connect())
  expect(answer).toMatchObject(welcome)
  expect(await isUnused()).toBe(false)
})

it('a terminal whose password may be spent unheard is asked to come again, not refused', async () => {
  const password = passwordOf(device)
  const answer = await failOnce('insert on device_nonce', () => connect(password))
  expect(answer).toEqual({ refuse: 'busy' })
  expect(await connect(password)).toMatchObject(welcome)
  expect(await connect(password)).toEqual({ refuse: 'refused' })
})

it('terminals come in while somebody holds them, and are noted as used when they come next', async () => {
  const holder = new pg.Client(gateway.databaseUrl)
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from device where id = $1 for update', [device.id])
  expect(await connect()).toMatchObject(welcome)
  await holder.query('rollback')
  await holder.end()
  expect(await isUnused()).toBe(true)
  expect(await connect()).toMatchObject(welcome)
  expect(await isUnused()).toBe(false)
})
