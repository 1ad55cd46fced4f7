import { devices } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn, type TestUser } from '../../../../test/testApp.ts'
import { openTerminal, startTestGateway, type TestGateway } from '../../../../test/testGateway.ts'
import { buildApp } from '../../../bin/app.ts'
import { seedParameters } from '../../system/parameter/parameterSeed.ts'
import { deviceJobs } from '../device.worker.ts'

let gateway: TestGateway
let user: TestUser
let close: () => Promise<void>

beforeAll(async () => {
  gateway = await startTestGateway()
  const { platform, orgId: rootId } = gateway
  await seedParameters(platform.db)
  const http = await buildApp(platform)
  close = () => http.close()
  const app = { http, platform, rootId, failures: [], close }
  user = await signedIn(app, { permissions: ['DEVICE_DETAIL'], orgId: rootId })
})
afterAll(async () => {
  await close()
  await gateway.close()
})

/** Metres to the north, in degrees. */
const north = (metres: number) => 33.3 + metres / 111_195

async function reported(places: readonly { metres: number; acc?: number }[]) {
  const device = await gateway.addDevice()
  const terminal = await openTerminal(gateway, device)
  for (const { metres, acc } of places) {
    const at = Date.now()
    const place = {
      lat: north(metres),
      lng: 44.4,
      src: 'GPS',
      at,
      ...(acc !== undefined && { acc }),
    }
    await terminal.up('loc', place)
  }
  await terminal.leave()
  return device.id
}

const placesOf = async (id: string) =>
  (await user.get(devices.locations, { params: { id } })).map(({ latitude }) =>
    Math.round((latitude - 33.3) * 111_195),
  )

it('keeps a place when the terminal has gone further than the parameter says', async () => {
  const id = await reported([{ metres: 0 }, { metres: 190 }, { metres: 210 }, { metres: 20 }])
  expect(await placesOf(id)).toEqual([210, 0])
  await gateway.sql(`update parameter set value = '50' where key = 'device.location.moveMeters'`)
  expect(await placesOf(await reported([{ metres: 0 }, { metres: 60 }]))).toEqual([60, 0])
})

it('takes no move for one that may be but a fault of measurement', async () => {
  const id = await reported([{ metres: 0 }, { metres: 900, acc: 1000 }, { metres: 1200, acc: 10 }])
  expect(await placesOf(id)).toEqual([1200, 0])
})

it('keeps what is told in numbers too small for it as nothing', async () => {
  const id = await reported([{ metres: 0, acc: 5e-324 }])
  expect(await placesOf(id)).toEqual([0])
  const device = await gateway.addDevice()
  const terminal = await openTerminal(gateway, device)
  await terminal.up('hb', { temp: 5e-324 })
  await terminal.leave()
  expect(
    await gateway.sql('select temperature from device_state where device_id = $1', [device.id]),
  ).toMatchObject([{ temperature: 0 }])
})

it('thins what lies far back to a place a day, and forgets it in the end', async () => {
  const id = await reported([{ metres: 0 }])
  await gateway.sql(
    `insert into device_location (device_id, at, latitude, longitude, source)
      select $1, date_trunc('day', now() - make_interval(days => days), 'UTC') + interval '3 hours' * n, 1, n, 'GPS'
      from unnest(array[88, 92, 4000]) days, generate_series(1, 3) n`,
    [id],
  )
  expect(await placesOf(id)).toHaveLength(4)
  for (const { name, work } of deviceJobs)
    if (name === 'link.forgetPlaces') await work(gateway.platform)
  const kept = await gateway.sql<{ longitude: number }>(
    'select longitude from device_location where device_id = $1 order by at',
    [id],
  )
  expect(kept.map(({ longitude }) => longitude)).toEqual([3, 1, 2, 3, 44.4])
})
