import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { RecordRounds, Turns } from './rounds.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const held = (count: number) => Array.from({ length: count }, (_, n) => ({ deviceId: String(n) }))
const idsOf = (list: readonly { deviceId: string }[]) => list.map(({ deviceId }) => deviceId)

it('looks at no more than a slice at once, and at all of them in turn', () => {
  const [turns, all] = [new Turns(), held(7)]
  const rounds = Array.from({ length: 4 }, () => idsOf(turns.next(all, 3)))
  expect(rounds).toEqual([['0', '1', '2'], ['3', '4', '5'], ['6'], ['0', '1', '2']])
})

it('looks at those of which something was told at once, however many', () => {
  const [turns, all] = [new Turns(), held(9)]
  turns.tell(['8', '7', '6', '5', 'elsewhere'])
  expect(idsOf(turns.next(all, 3))).toEqual(['5', '6', '7', '0', '1', '2'])
  expect(idsOf(turns.next(all, 3))).toEqual(['8', '3', '4', '5'])
  expect(idsOf(turns.next(all, 3))).toEqual(['6', '7', '8'])
})

it('goes through the record of a gateway slice by slice, and begins anew', async () => {
  const { pool } = app.platform
  const [nodeId, otherId] = [randomUUID(), randomUUID()]
  const estate = await addEstate(app)
  const ids = await addDevices(app, estate, { orgId: app.rootId, prefix: 'ON', count: 6 })
  await pool.query('insert into gateway_node (id) values ($1), ($2)', [nodeId, otherId])
  await pool.query(
    `insert into device_online (device_id, since, session_id, node_id)
      select id, now(), gen_random_uuid(), case when id = $2 then $3::uuid else $1::uuid end
      from unnest($4::uuid[]) as id`,
    [nodeId, ids[5], otherId, ids],
  )
  const rounds = new RecordRounds()
  const own = ids.slice(0, 5).toSorted()
  const read = async () => idsOf(await rounds.next(pool, nodeId, 2))
  expect(await read()).toEqual(own.slice(0, 2))
  expect(await read()).toEqual(own.slice(2, 4))
  expect(await read()).toEqual(own.slice(4))
  expect(await read()).toEqual(own.slice(0, 2))
})
