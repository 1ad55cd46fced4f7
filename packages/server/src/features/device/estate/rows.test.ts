import { codes, devices } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate, type Estate } from '../../../../test/testEstate.ts'
import { addUpgradeVersion } from '../../../../test/upgradeEstate.ts'

let app: TestApp
let estate: Estate
let admin: TestUser
let one = ''
let two = ''

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
})
beforeEach(async () => {
  await sql`delete from device`.execute(app.platform.db)
  ;[one = '', two = ''] = await addDevices(app, estate, {
    orgId: app.rootId,
    prefix: 'PIC',
    count: 2,
  })
})
afterAll(() => app.close())

const rowOf = async (id: string, query: object = { more: 'pictures' }) =>
  (await admin.get(devices.page, { query })).list.find((row) => row.id === id)

const connects = (id: string, since: string, until: string | null) =>
  sql`insert into device_session (id, device_id, connected_at, disconnected_at)
    values (uuid7(), ${id}, now() - ${since}::interval, now() - ${until}::interval)`.execute(
    app.platform.db,
  )

describe('what rows of terminals draw', () => {
  it('is the connections that reach into the last day, and no more of a long one', async () => {
    await connects(one, '50 hours', '49 hours')
    await connects(one, '40 hours', '20 hours')
    await connects(one, '2 hours', null)
    await connects(two, '50 hours', '49 hours')
    const { connections = [] } = (await rowOf(one)) ?? {}
    expect(connections).toHaveLength(2)
    expect(connections[0]?.disconnectedAt).toBeNull()
    const [began, ended] = [connections[1]?.connectedAt ?? '', connections[1]?.disconnectedAt ?? '']
    expect(Date.parse(ended) - Date.parse(began)).toBe(20 * 3_600_000)
    expect(await rowOf(two)).toMatchObject({ connections: [] })
    for (let at = 0; at < 110; at++) await connects(two, `${at + 2} minutes`, `${at + 1} minutes`)
    expect((await rowOf(two))?.connections).toHaveLength(100)
  })

  it('is how many released versions of its model are above what it runs', async () => {
    const runs = (id: string, firmware: string | null) =>
      sql`update device set firmware = ${firmware} where id = ${id}`.execute(app.platform.db)
    const versions = ['2.3.8', '2.3.9', '2.3.10', '2.4']
    for (const versionName of versions) {
      const content = Buffer.from(versionName)
      const file = { content, sha256: versionName.replaceAll('.', '').padStart(64, '0') }
      await addUpgradeVersion(app.platform, { modelId: estate.modelId, versionName, file })
    }
    await runs(one, '2.3.9')
    expect(await rowOf(one)).toMatchObject({ firmwareBehind: 2 })
    expect(await rowOf(two)).toMatchObject({ firmwareBehind: null })
    await runs(one, '2.4')
    expect(await rowOf(one)).toMatchObject({ firmwareBehind: 0 })
    await runs(one, 'unnumbered')
    expect(await rowOf(one)).toMatchObject({ firmwareBehind: null })
    await runs(one, '2.3.8')
    await sql`update upgrade_version set state = 'SUSPENDED' where version_name = '2.4'`.execute(
      app.platform.db,
    )
    expect(await rowOf(one, { more: 'stand' })).toMatchObject({ firmwareBehind: 2, openAlarms: 0 })
  })

  it('is read for whoever draws it alone, and orders no list', async () => {
    const usual = await rowOf(one, {})
    expect(usual).not.toHaveProperty('connections')
    expect(usual).not.toHaveProperty('firmwareBehind')
    expect(await rowOf(one)).not.toHaveProperty('openAlarms')
    const { code } = await admin.call(devices.page, { query: { sortField: 'firmwareBehind' } })
    expect(code).toBe(codes.badRequest)
  })
})
