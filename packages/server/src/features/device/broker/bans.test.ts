import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loginBansPath } from '@muster/contract'
import type pg from 'pg'
import {
  eventually,
  openTerminal,
  passwordOf,
  startTestGateway,
  type TestGateway,
} from '../../../../test/testGateway.ts'
import { openAdmission } from './admission.ts'
import { listOf } from './bans.ts'
import { FailureLog } from './failureLog.ts'
import { revokeBanned, revokeSlice } from './pass.queries.ts'

describe('who is banned', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  const ban = (kind: 'ADDRESS' | 'SN', value: string, until: number | null = null) => ({
    kind,
    value,
    until,
    device: null,
  })
  const find = listOf([
    ban('SN', 'N7-1'),
    ban('SN', 'N7-2', now - 1),
    ban('ADDRESS', '192.0.2.0/24'),
    ban('ADDRESS', '2001:db8::1', now + 1),
  ])
  it.each([
    ['10.0.0.1', 'N7-1', true],
    ['10.0.0.1', 'N7-2', false],
    ['192.0.2.77', 'N7-3', true],
    ['192.0.3.77', 'N7-3', false],
    ['2001:db8::1', 'N7-3', true],
    ['2001:db8::2', 'N7-3', false],
    ['', 'N7-3', false],
  ])('%s as %s: %s', (ip, sn, isBanned) => {
    expect(find({ ip, sn, at: now }) !== undefined).toBe(isBanned)
  })
})

describe('at a door', () => {
  let gateway: TestGateway
  let admission: ReturnType<typeof openAdmission>
  beforeAll(async () => {
    gateway = await startTestGateway()
    admission = openAdmission(gateway.platform, () => ({ badLogins: 100, banMinutes: 5 }))
  })
  afterAll(() => gateway.close())

  it('a banned terminal is refused, and counted with what others failed at', async () => {
    const device = await gateway.addDevice()
    const gone = await gateway.addDevice({ lifecycle: 'SCRAPPED' })
    const connect = (sn: string, password: string) =>
      admission.admit({ clientId: `d:${sn}`, userName: sn, password, ip: '192.0.2.1' })
    expect(await connect(device.sn, passwordOf(device))).toMatchObject({ session: {} })
    await connect(device.sn, passwordOf({ ...device, secret: Buffer.alloc(32) }))
    await connect('NOBODY-1', passwordOf({ ...device, sn: 'NOBODY-1' }))
    await connect(gone.sn, passwordOf(gone))
    await connect(device.sn, 'not a password')
    await gateway.sql(
      `insert into login_ban (kind, value, reason, org_id, device_id) values ('SN', $1, 'x', $2, $3)`,
      [device.sn, gateway.orgId, device.id],
    )
    gateway.platform.live.changed({ path: loginBansPath, ids: [], orgIds: [] })
    const refused = { refuse: 'refused' }
    await expect.poll(() => connect(device.sn, passwordOf(device))).toEqual(refused)
    await admission.stop()
    const counted = await gateway.sql(
      `select cause, (org_id is not null) as "isOurs", sum(count)::integer as count from login_failure
        group by 1, 2 order by 1`,
    )
    expect(counted).toMatchObject([
      { cause: 'BAD_SECRET', isOurs: true, count: 1 },
      { cause: 'BANNED', isOurs: true },
      { cause: 'NOT_PERMITTED', isOurs: true, count: 1 },
      { cause: 'UNKNOWN_SN', isOurs: false, count: 1 },
      { cause: 'UNREADABLE', isOurs: false, count: 1 },
    ])
    const examples = await gateway.sql(`select name, ip from login_failure_example
      where cause = 'UNKNOWN_SN'`)
    expect(examples).toEqual([{ name: 'NOBODY-1', ip: '192.0.2.1' }])
  })

  it('a flood of attempts becomes a few rows, and none of it is lost', async () => {
    await gateway.sql('delete from login_failure')
    await gateway.sql('delete from login_failure_example')
    const log = new FailureLog(() => new Date('2026-11-20T12:00:30Z'))
    const nobody = { cause: 'UNKNOWN_SN', device: null } as const
    for (let n = 0; n < 20_000; n++)
      log.note({ ...nobody, name: `FLOOD-${n}`, ip: `10.0.${n % 200}.${n % 250}` })
    await log.flush(gateway.platform.pool)
    const [rows] = await gateway.sql<{ rows: number; attempts: number; shown: number }>(
      `select count(*)::integer as rows, sum(count)::integer as attempts,
        (select count(*)::integer from login_failure_example) as shown from login_failure`,
    )
    expect(rows).toMatchObject({ rows: 1, attempts: 20_000 })
    expect(rows?.shown).toBeLessThanOrEqual(500)
    for (let turn = 0; turn < 3; turn++) {
      log.note({ ...nobody, name: 'LAST', ip: '10.9.9.9' })
      await log.flush(gateway.platform.pool)
    }
    const [kept] = await gateway.sql<{ shown: number }>(
      'select count(*)::integer as shown from login_failure_example',
    )
    expect(kept?.shown).toBeLessThanOrEqual(205)
  })

  it('a terminal that is here is let go when its address is banned', async () => {
    const device = await gateway.addDevice()
    const terminal = await openTerminal(gateway, device, { reconnectPeriod: 0 })
    const tell = () => gateway.platform.live.changed({ path: loginBansPath, ids: [], orgIds: [] })
    const ban = (value: string) =>
      gateway.sql(`insert into login_ban (kind, value, reason) values ('ADDRESS', $1, 'x')`, [
        value,
      ])
    await ban('192.0.2.0/24')
    tell()
    await ban('127.0.0.0/8')
    expect(terminal.client.connected).toBe(true)
    tell()
    await eventually(async () => {
      const [session] = await gateway.sql<{ reason: string }>(
        'select reason from device_session where device_id = $1 and disconnected_at is not null',
        [device.id],
      )
      return session?.reason === 'kicked'
    })
  })

  it.each([
    ['banned long ago', revokeAll, [true, true, false, false]],
    ['banned just now', revokeBanned, [false, true, false, false]],
  ])(
    'the password of whoever is connected to a broker from an address %s is revoked',
    async (_, act, expected) => {
      const { pool } = gateway.platform
      await gateway.sql(`delete from login_ban`)
      await gateway.sql(`insert into login_ban (kind, value, reason, created_at) values
      ('ADDRESS', '198.51.100.0/24', 'x', now() - interval '1 day'), ('ADDRESS', '198.51.101.1', 'x', now()),
      ('SN', 'NO-ADDRESS', 'x', now())`)
      const keys: string[] = []
      for (const ip of ['198.51.100.7', '198.51.101.1', '198.51.102.1', 'unknown']) {
        const { id } = await gateway.addDevice()
        await gateway.sql(
          `insert into device_online (device_id, since, session_id, ip) values ($1, now(), $1, $2)`,
          [id, ip],
        )
        await gateway.sql(
          `insert into terminal_pass (user_key, device_id, secret_mark, expires_at)
          select $1, id, sha256(sealed_secret), now() + interval '1 day' from device where id = $2`,
          [`of ${id}`, id],
        )
        keys.push(`of ${id}`)
      }
      await act(pool)
      const rows = await gateway.sql<{ userKey: string }>(
        `select user_key as "userKey" from terminal_pass where revoked_at is not null`,
      )
      const revoked = new Set(rows.map(({ userKey }) => userKey))
      expect(keys.map((key) => revoked.has(key))).toEqual(expected)
    },
  )
})

const revokeAll = (pool: pg.Pool) => revokeSlice(pool, '')
