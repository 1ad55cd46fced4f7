import { appLog, type AppLogEntry } from '@muster/contract'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn, startTestApp, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { saveInventories } from '../apps/inventory.queries.ts'
import { inTransaction } from '../../../platform/transaction.ts'

let app: TestApp
let admin: TestUser
let nobody: TestUser
let deviceId: string

beforeAll(async () => {
  app = await startTestApp()
  const estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true })
  const { rows } = await app.platform.pool.query<{ id: string }>(
    `insert into organization (name, code, type, path, parent_id)
      values ('N', 'n', 'AGENT', '', $1) returning id`,
    [app.rootId],
  )
  nobody = await signedIn(app, { orgId: rows[0]?.id ?? '', permissions: ['APK_LOG_LIST'] })
  ;[deviceId = ''] = await addDevices(app, estate, { orgId: app.rootId, prefix: 'APP', count: 1 })
  await tell([])
})
afterAll(() => app.close())

interface Told {
  readonly p: string
  readonly vc: number
  readonly vn?: string
  readonly src?: 'SYSTEM' | 'STORE' | 'PUSH' | 'SIDE_LOADED'
}

/** The terminal tells what is installed. */
const tell = (apps: readonly Told[]) =>
  inTransaction(app.platform.pool, (client) =>
    saveInventories(client, [
      {
        deviceId,
        at: Date.now(),
        isFull: true,
        apps: new Map(apps.map((app) => [app.p, app])),
        gone: new Set(),
        base: null,
        hash: createHash('sha256').update(JSON.stringify(apps)).digest('hex'),
      },
    ]),
  )

async function item(vc: number, cmd = 'APP_INSTALL'): Promise<string> {
  const { rows } = await app.platform.pool.query<{ id: string }>(
    `insert into push_item (device_id, cmd, args, state, acked_at, expires_at, created_by)
      values ($1, $2, $3, 'RUNNING', now(), now() + interval '1 hour', $4) returning id`,
    [deviceId, cmd, JSON.stringify({ pkg: 'com.bank.pay', vc, vn: `${vc}.0` }), admin.userId],
  )
  return rows[0]?.id ?? ''
}

const logged = async (query: object = {}, user = admin): Promise<readonly AppLogEntry[]> =>
  (await user.get(appLog.page, { query: { sortField: 'at', sortOrder: 'asc', ...query } })).list

describe('the log of applications', () => {
  it('tells what somebody put there by hand, which only the inventory shows', async () => {
    await tell([{ p: 'org.game', vc: 1, src: 'SIDE_LOADED' }])
    expect(await logged({ package: 'org.g' })).toMatchObject([
      { kind: 'INSTALLED', trigger: 'SIDE_LOAD', toCode: 1, taskNo: null, orgName: 'Platform' },
    ])
    expect(await logged({}, nobody)).toEqual([])
  })

  it('tells who wanted it, and how long it took', async () => {
    const wanted = await item(2)
    for (const [step, state, seconds] of [
      ['DOWNLOADING', 'RUNNING', 0],
      ['DOWNLOADED', 'RUNNING', 4],
      ['INSTALLING', 'RUNNING', 5],
      [null, 'SUCCESS', 8],
    ] as const)
      await app.platform.pool.query(
        `insert into push_report (item_id, message_id, state, step, reported_at, outcome)
          values ($1, $2, $3, $4, date_trunc('day', now()) + make_interval(secs => $5), 'MOVED')`,
        [wanted, `m-${seconds}`, state, step, seconds],
      )
    await tell([{ p: 'com.bank.pay', vc: 2, vn: '2.0', src: 'PUSH' }])
    const [entry, gone] = await logged({ sn: 'app' }).then((list) => list.slice(1))
    const both = [entry, gone]
    expect(both.find((one) => one?.package === 'com.bank.pay')).toMatchObject({
      kind: 'INSTALLED',
      trigger: 'TASK',
      downloadMs: 4000,
      installMs: 3000,
      toName: '2.0',
    })
    expect(both.find((one) => one?.package === 'org.game')).toMatchObject({
      kind: 'REMOVED',
      trigger: 'SIDE_LOAD',
    })
  })

  it('tells what failed, with the cause, once', async () => {
    const wanted = await item(3)
    const fail = () =>
      app.platform.pool.query(
        `update push_item set state = 'FAILED', code = 'P204', message = 'no room', ended_at = now() where id = $1`,
        [wanted],
      )
    await fail()
    await fail()
    const failed = await logged({ result: 'failed' })
    expect(failed).toMatchObject([
      { kind: 'INSTALL_FAILED', code: 'P204', message: 'no room', fromCode: 2, toCode: 3 },
    ])
    expect(failed[0]?.userName).toBeTruthy()
    expect(await logged({ code: 'p204', version: '3.0' })).toHaveLength(1)
    expect(await logged({ result: 'done', kind: 'INSTALL_FAILED' })).toEqual([])
    const { id = '', at = '' } = failed[0] ?? {}
    expect(await admin.get(appLog.detail, { query: { id, at } })).toEqual(failed[0])
  })
})
