import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/testDatabase.ts'
import { openPool } from './db.ts'
import { type Announcement, type LiveHub, startLiveHub } from './liveHub.ts'

let database: TestDatabase
let pool: ReturnType<typeof openPool>
let hub: LiveHub
const heard: Announcement[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool(database.url, 2)
  hub = await startLiveHub(database.url, pool)
  hub.subscribe((announcement) => heard.push(announcement))
})
afterAll(async () => {
  await hub.stop()
  await pool.end()
  await database.drop()
})

const about = (path: string) => heard.find((announcement) => announcement.path === path)

it('keeps apart what belongs to different organisations', async () => {
  hub.changed({ path: 'apart', ids: ['1'], orgIds: ['a'] })
  hub.changed({ path: 'apart', ids: ['2'], orgIds: ['b'] })
  hub.changed({ path: 'apart', ids: ['3'], orgIds: ['a', 'b'] })
  await expect
    .poll(() => about('apart'))
    .toEqual({
      path: 'apart',
      ids: ['1', '3', '2'],
      parts: [
        { orgId: 'a', ids: ['1', '3'] },
        { orgId: 'b', ids: ['2', '3'] },
      ],
    })
})

it('says "many" to everyone concerned where too many records changed', async () => {
  const ids = Array.from({ length: 500 }, (_, n) => `some-rather-long-id-of-a-record-${n}`)
  hub.changed({ path: 'many', ids, orgIds: ['a'] })
  await expect
    .poll(() => about('many'))
    .toEqual({
      path: 'many',
      ids: [],
      parts: [{ orgId: 'a', ids: [] }],
    })
})

it('says "many" where some records of many organisations are more than a notification holds', async () => {
  const orgs = Array.from({ length: 70 }, () => randomUUID())
  for (const org of orgs) hub.changed({ path: 'wide', ids: [randomUUID()], orgIds: [org] })
  await expect
    .poll(() => about('wide'))
    .toEqual({ path: 'wide', ids: [], parts: orgs.map((orgId) => ({ orgId, ids: [] })) })
})

it('says "many" to everybody where too many organisations are concerned', async () => {
  for (let n = 0; n < 500; n++) hub.changed({ path: 'all', ids: [`${n}`], orgIds: [`o${n}`] })
  await expect
    .poll(() => about('all'))
    .toEqual({
      path: 'all',
      ids: [],
      parts: [{ orgId: null, ids: [] }],
    })
})

it('outlives what is no announcement, and a listener that throws', async () => {
  const end = hub.subscribe(({ path }) => {
    if (path === 'thrown') throw new Error('planted')
  })
  await pool.query(`select pg_notify('muster_live', 'no announcement')`)
  hub.changed({ path: 'thrown', ids: ['1'], orgIds: [] })
  await expect.poll(() => about('thrown')).toBeDefined()
  hub.changed({ path: 'after', ids: ['1'], orgIds: [] })
  await expect.poll(() => about('after')).toBeDefined()
  end()
})
