import pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { addKey, enrol } from '../../../../test/enrolment.ts'
import { openTerminal, startTestGateway, type TestGateway } from '../../../../test/testGateway.ts'
import { untilLockWaits } from '../../../../test/untilLockWaits.ts'
import { tokenHash } from '../../../platform/secrets.ts'
import { seedParameters } from '../../system/parameter/parameterSeed.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

/** Somebody else who holds what a statement locks, until it is let go. */
async function holding(text: string, values: unknown[]): Promise<() => Promise<unknown>> {
  const client = new pg.Client({ connectionString: gateway.databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin')
  await client.query(text, values)
  return () => client.query('commit')
}

const usesOf = async (key: string) =>
  (
    await gateway.sql<{ uses: number }>('select uses from enrolment_key where token_hash = $1', [
      tokenHash(key),
    ])
  )[0]?.uses

const newcomers = (count: number) =>
  Promise.all(Array.from({ length: count }, () => gateway.addDevice({ registered: false })))

it('terminals that all come by one key leave half of the pool to those who are registered', async () => {
  const key = await addKey(gateway, gateway.orgId)
  const device = await gateway.addDevice()
  const letGo = await holding('update enrolment_key set uses = uses where token_hash = $1', [
    tokenHash(key),
  ])
  const fresh = await newcomers(20)
  const answers = Promise.all(fresh.map(({ sn }) => enrol(gateway, sn, { with: key })))
  await untilLockWaits(gateway.platform.db, 4)
  const terminal = await openTerminal(gateway, device)
  await terminal.up('hb', {})
  await terminal.leave()
  await letGo()
  expect((await answers).map(({ result }) => result)).toEqual(fresh.map(() => 'REGISTERED'))
  expect(await usesOf(key)).toBe(20)
})

it('whoever comes too late for the last use keeps nothing of it', async () => {
  const key = await addKey(gateway, gateway.orgId, { maxUses: 2 })
  const letGo = await holding('update enrolment_key set uses = uses where token_hash = $1', [
    tokenHash(key),
  ])
  const sns = [...(await newcomers(2)).map(({ sn }) => sn), 'LATE-0001', 'LATE-0002']
  const answers = Promise.all(sns.map((sn) => enrol(gateway, sn, { with: key })))
  await untilLockWaits(gateway.platform.db, 4)
  await letGo()
  const told = await answers
  expect(told.filter(({ reason }) => reason === 'KEY_SPENT')).toHaveLength(2)
  expect(await usesOf(key)).toBe(2)
  const kept = await gateway.sql(
    `select from device where sn = any($1) and (sealed_secret is not null or lifecycle = 'UNCLAIMED')`,
    [sns],
  )
  expect(kept).toHaveLength(2)
})

it('one that waits for the room of its organisation keeps no other with its key waiting', async () => {
  const key = await addKey(gateway, gateway.orgId)
  await seedParameters(gateway.platform.db)
  await gateway.sql(`update parameter set value = 'true' where key = 'device.claim.auto'`)
  await gateway.sql(`update vendor set sn_rule = 'AUTO-[0-9]{5}'`)
  await gateway.sql('update organization set device_quota = 100 where id = $1', [gateway.orgId])
  const [device] = await newcomers(1)
  const letGo = await holding('select hold_places(array[$1::uuid])', [gateway.orgId])
  const waiting = enrol(gateway, 'AUTO-00001', { with: key })
  await untilLockWaits(gateway.platform.db, 1)
  const answer = await enrol(gateway, device?.sn ?? '', { with: key })
  expect(answer).toMatchObject({ result: 'REGISTERED' })
  await letGo()
  expect(await waiting).toMatchObject({ result: 'REGISTERED' })
})
