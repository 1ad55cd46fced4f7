import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loginBansPath, mqttClients } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { byTargetToken, DdiClient, gatewayKey } from '../../../test/ddiClient.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import { addDevice, addModel, eventually, type TestDevice } from '../../../test/testGateway.ts'

let app: TestApp
let folder: string
let modelId: string
let device: TestDevice
let client: DdiClient

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-ddi-'))
  app = await startTestApp({ now: () => new Date() }, { MUSTER_DATA: folder })
  modelId = await addModel(app.platform)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  device = await addDevice(app.platform, { modelId, orgId: app.rootId })
  client = byTargetToken(app, device)
})

async function rows<R>(text: ReturnType<typeof sql>): Promise<R[]> {
  const { rows: found } = await text.execute(app.platform.db)
  return found as R[]
}
const isOnline = async () =>
  (await rows(sql`select from device_online where device_id = ${device.id}`)).length === 1

describe('a client with a gateway token', () => {
  const comeBy = (token: string, sn = device.sn) => new DdiClient(app, sn, `GatewayToken ${token}`)
  const usesOf = async (id: string) =>
    (await rows<{ uses: number }>(sql`select uses from enrolment_key where id = ${id}`))[0]?.uses

  it('comes in by it, for one use, and goes on coming by it until it is revoked', async () => {
    device = await addDevice(app.platform, { modelId, orgId: app.rootId, registered: false })
    const key = await gatewayKey(app, app.rootId, 1)
    const mine = comeBy(key.token)
    await mine.link('configData')
    await mine.call('/configData', { method: 'PUT', body: { data: { version: '1' } } })
    expect((await mine.poll())._links).toBeUndefined()
    expect([await usesOf(key.id), await isOnline()]).toEqual([1, true])
    await sql`update enrolment_key set expires_at = now() where id = ${key.id}`.execute(
      app.platform.db,
    )
    app.platform.live.changed({ path: mqttClients.kick.path, ids: [device.id], orgIds: [] })
    await eventually(async () => !(await isOnline()))
    await mine.poll()
    // Nobody else comes in by a key that is spent.
    const other = await addDevice(app.platform, { modelId, orgId: app.rootId, registered: false })
    expect((await comeBy(key.token, other.sn).call('')).status).toBe(401)
    await sql`update enrolment_key set revoked_at = now() where id = ${key.id}`.execute(
      app.platform.db,
    )
    await eventually(async () => (await mine.call('')).status === 401)
  })

  it('does not come in by it while it is banned', async () => {
    device = await addDevice(app.platform, { modelId, orgId: app.rootId, registered: false })
    const { token } = await gatewayKey(app, app.rootId, 1)
    const mine = comeBy(token)
    await mine.poll()
    await sql`insert into login_ban (kind, value, reason, org_id, device_id)
      values ('SN', ${device.sn}, 'stolen', ${app.rootId}, ${device.id})`.execute(app.platform.db)
    const tell = (path: string, ids: string[] = []) =>
      app.platform.live.changed({ path, ids, orgIds: [] })
    tell(loginBansPath)
    tell(mqttClients.kick.path, [device.id])
    await eventually(async () => (await mine.call('')).status === 401)
    await sql`delete from login_ban`.execute(app.platform.db)
    tell(loginBansPath)
    await eventually(async () => (await mine.call('')).status === 200)
    expect((await mine.poll()).config).toBeDefined()
  })

  it('does not take the place of a terminal that has a secret', async () => {
    const key = await gatewayKey(app, app.rootId)
    expect((await comeBy(key.token).call('')).status).toBe(403)
    await client.poll()
    expect((await comeBy(key.token).call('')).status).toBe(403)
    await client.poll()
  })

  it('that nobody knows says what it is, and waits for a person', async () => {
    const key = await gatewayKey(app, app.rootId)
    const mine = comeBy(key.token, `board-${device.sn.slice(-6)}`)
    expect(await mine.poll()).toMatchObject({ _links: { configData: {} } })
    const unknown = await mine.call('/configData', {
      method: 'PUT',
      body: { data: { model: 'nothing' } },
    })
    expect(unknown.status).toBe(403)
    const body = { data: { board: 'MODEL', version: '1.2' } }
    expect((await mine.call('/configData', { method: 'PUT', body })).status).toBe(200)
    expect(await mine.poll()).toEqual({ config: { polling: { sleep: '00:02:00' } } })
    const [row] = await rows<{ id: string; lifecycle: string; firmware: string }>(
      sql`select id, lifecycle, firmware from device where sn = ${mine.sn.toUpperCase()}`,
    )
    expect(row).toMatchObject({ lifecycle: 'UNCLAIMED', firmware: '1.2' })
    await sql`update device set lifecycle = 'ACTIVE' where id = ${row?.id}`.execute(app.platform.db)
    expect(await mine.poll()).toMatchObject({ _links: { configData: {} } })
    expect(await usesOf(key.id)).toBe(2)
  })
})
