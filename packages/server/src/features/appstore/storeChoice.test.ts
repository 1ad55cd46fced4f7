import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { storeFile } from '../../../test/deviceFiles.ts'
import { openServedGateway, quick, type ServedGateway } from '../../../test/servedGateway.ts'
import type { TestGateway } from '../../../test/testGateway.ts'
import { until } from '../../../test/until.ts'

let served: ServedGateway
let gateway: TestGateway

beforeAll(async () => {
  served = await openServedGateway({ heartbeatSeconds: 1 })
  gateway = served.gateway
})
afterAll(() => served.close())

/** An application that is online, with a file that terminals can fetch. */
async function addOnline(name: string): Promise<void> {
  const { content, sha256 } = await storeFile(gateway, 100_000)
  await gateway.sql(
    `with made as (insert into app (org_id, package, name, app_type, os_kind, visibility)
        values ($1, $2, $2, 'NORMAL', 'ANDROID', 'PUBLIC') returning id),
      stored as (insert into upload (name, type, bytes, sha256, chunk_bytes, state, org_id, created_by)
        values ('app.apk', 'apk', $3, decode($4, 'hex'), 1048576, 'STORED', $1, $1) returning id)
    insert into apk (app_id, version_code, version_name, file_id, state, track, release_notes)
      select made.id, 7, '7.0', stored.id, 'ONLINE', 'PRODUCTION', 'x' from made, stored`,
    [gateway.orgId, name, content.length, sha256],
  )
}

it('what somebody chooses at a terminal is brought there, and the log says that it came of the store', async () => {
  await addOnline('com.chosen')
  const device = await gateway.addDevice()
  const terminal = served.switchOn(device, { ...quick, shops: 1 })
  await until(() => terminal.installed('com.chosen') !== null, 'it is installed')
  const logged = () =>
    gateway.sql<{ kind: string; trigger: string; code: number; user: string | null }>(
      `select kind, trigger, to_code as code, user_id as user from device_app_event
        where device_id = $1 and package = 'com.chosen'`,
      [device.id],
    )
  await until(async () => (await logged()).length > 0, 'the log says so')
  expect(await logged()).toEqual([{ kind: 'INSTALLED', trigger: 'STORE', code: 7, user: null }])
  // It looks into the store with each beat, and wants no more of it.
  await sleep(3_000)
  const given = await gateway.sql(
    `select item.state from push_item item where item.device_id = $1 and item.cmd = 'APP_INSTALL'`,
    [device.id],
  )
  expect(given).toHaveLength(1)
})
