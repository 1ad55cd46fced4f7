import { deviceMessages } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  eventually,
  openTerminal,
  startTestGateway,
  type TestGateway,
} from '../../../../test/testGateway.ts'
import { openDatabase } from '../../../platform/db.ts'
import { callOff, canBeCalledOff } from '../push/callOff.queries.ts'
import { timeOutItems } from './expiry.queries.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

const callsOff = (id: string) =>
  sql`update push_item item set ${callOff} where item.id = ${id} and ${canBeCalledOff}`.execute(
    openDatabase(gateway.platform.pool),
  )

async function stateOf(id: string) {
  const [item] = await gateway.sql<{ state: string; code: string | null; late: number }>(
    'select state, code, stale_reports as late from push_item where id = $1',
    [id],
  )
  return item
}

async function told() {
  const device = await gateway.addDevice()
  const terminal = await openTerminal(gateway, device)
  await terminal.message('time')
  const id = await gateway.command(device)
  await eventually(async () => (await stateOf(id))?.state === 'DELIVERED')
  return { terminal, id }
}

it('tells a terminal to leave be what it was told, though all sending is halted, and takes its word', async () => {
  const { terminal, id } = await told()
  await terminal.report(id, 'RUNNING', { pct: 40 })
  await gateway.sql(`insert into push_halt (reason) values ('Freeze')`)
  await callsOff(id)
  const { body } = await terminal.message('cancel')
  expect(deviceMessages.downMessages.cancel.body.parse(body)).toEqual({
    item: id,
    attempt: 1,
    reason: 'S602',
  })
  await gateway.sql('delete from push_halt')
  await terminal.report(id, 'RUNNING', { pct: 60 })
  expect(await stateOf(id)).toEqual({ state: 'CANCELLING', code: null, late: 1 })
  await terminal.report(id, 'CANCELLED')
  expect(await stateOf(id)).toMatchObject({ state: 'CANCELLED', code: 'S602' })
  // Nothing moves it back.
  await terminal.report(id, 'SUCCESS')
  expect(await stateOf(id)).toMatchObject({ state: 'CANCELLED', late: 2 })
  await terminal.leave()
})

it('takes the end of what could not be left be any more', async () => {
  const { terminal, id } = await told()
  await callsOff(id)
  await terminal.message('cancel')
  await terminal.report(id, 'FAILED', { code: 'C404' })
  expect(await stateOf(id)).toMatchObject({ state: 'FAILED', code: 'C404' })
  await terminal.leave()
})

it('puts down as called off what its terminal says nothing of', async () => {
  const { terminal, id } = await told()
  await callsOff(id)
  await terminal.message('cancel')
  await terminal.leave()
  await eventually(
    async () =>
      (
        await gateway.sql(
          'select from device_online online join push_item item using (device_id) where item.id = $1',
          [id],
        )
      ).length === 0,
  )
  await gateway.sql(
    `update push_item set expires_at = now() - interval '16 minutes', published_at = now() - interval '1 hour' where id = $1`,
    [id],
  )
  await timeOutItems(gateway.platform.pool)
  expect(await stateOf(id)).toMatchObject({ state: 'CANCELLED', code: 'S602' })
})
