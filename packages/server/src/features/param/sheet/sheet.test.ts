import {
  codes,
  consistencyRules,
  effectiveParams,
  params,
  paramValueSheet,
  paramValues,
} from '@muster/contract'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csv, imported, upload } from '../../../../test/importing.ts'
import { startTaskApp } from '../../../../test/taskApp.ts'
import { addOrganization, signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { addParamFile, addParamTemplate } from '../../../../test/testParams.ts'
import { followParams } from '../resolve/follow.ts'
import { judgeAnew } from '../rule/judge.ts'

let app: TestApp
let admin: TestUser
let omar: TestUser
let bankId: string
let mallId: string
let deviceIds: string[]

beforeAll(async () => {
  app = await startTaskApp()
  const estate = await addEstate(app)
  admin = await signedIn(app, { isSuperAdmin: true, userName: 'layla' })
  omar = await signedIn(app, { isSuperAdmin: true, userName: 'omar' })
  const add = async (code: string) =>
    (await addOrganization(app.platform, { name: code, code, parentId: app.rootId })).id
  bankId = await add('bank')
  mallId = await add('mall')
  deviceIds = await addDevices(app, estate, { orgId: bankId, prefix: 'BANK', count: 3 })
  await addDevices(app, estate, { orgId: mallId, prefix: 'MALL', count: 1 })
})
afterAll(() => app.close())

const fresh = (more: object = {}) =>
  addParamTemplate(app, {
    pids: ['host', 'mode', 'port'],
    secretPids: ['pin'],
    rules: [
      {
        expression: 'p.mode != "tls" || p.port == "443"',
        message: 'TLS is on port 443',
        pids: ['mode', 'port'],
      },
    ],
    ...more,
  })
type Template = Awaited<ReturnType<typeof fresh>>

const bring = (of: Template, rows: readonly (readonly string[])[], more = {}, who = admin) =>
  imported(who, params.page, { content: csv(...rows), within: of.revId, ...more })

async function taken(of: Template, more: object = {}, who = admin): Promise<string[][]> {
  const query = { templateRevId: of.revId, format: 'csv' as const, ...more }
  const { body } = await who.file(paramValues.export, { query })
  return parse(body, { bom: true })
}

async function held(of: Template, deviceId = deviceIds[0] ?? '') {
  await followParams(app.platform)
  const { held: found } = await admin.get(effectiveParams.effective, {
    params: { deviceId, appId: of.appId },
    query: {},
  })
  return found && Object.fromEntries(found.values.map(({ pid, value }) => [pid, value]))
}

const approvalFrom = (count: number) =>
  sql`insert into parameter (key, group_code, value_type, value) values ('push.approval.items', 'task', 'int', ${String(count)})
    on conflict (key) do update set value = excluded.value`.execute(app.platform.db)

const ownOf = async (of: Template) =>
  (await admin.get(params.page, { query: { appId: of.appId, level: 'DEVICE', sortField: 'name' } }))
    .list

describe('a sheet of values', () => {
  it('is checked first, then becomes assignments of its terminals, and says the same once more', async () => {
    const of = await fresh()
    const rows = [
      ['SN', 'host', 'port'],
      ['BANK00000', 'one.example', '80'],
      ['bank00001', 'two.example', ''],
    ]
    const checked = await bring(of, rows, { mode: 'check' })
    expect(checked.result).toMatchObject({ rows: 2, changed: 2, refused: 0 })
    expect(await ownOf(of)).toEqual([])
    const { result } = await bring(of, rows)
    expect(result).toMatchObject({ changed: 2, same: 0, refused: 0 })
    expect(await ownOf(of)).toMatchObject([
      { name: 'BANK00000', state: 'ACTIVE', revision: 1, isChanged: false, pidCount: 2 },
      { name: 'BANK00001', state: 'ACTIVE', revision: 1, isChanged: false, pidCount: 1 },
    ])
    expect(await held(of)).toEqual({ host: 'one.example', port: '80' })
    expect((await bring(of, rows)).result).toMatchObject({ changed: 0, same: 2 })
    // An empty cell leaves what is there, a mark takes it back.
    await bring(of, [rows[0] ?? [], ['BANK00000', '#inherit', '']])
    expect(await held(of)).toEqual({ port: '80' })
    const { rows: numbers } = await sql<{ cause: string; values: number }>`select told.cause,
        count(*)::integer as values from param_rev told join param_value v on v.from_rev = told.rev
        join param_assignment own on own.id = v.owner_id
      where own.app_id = ${of.appId} group by 1`.execute(app.platform.db)
    expect(numbers).toEqual([{ cause: 'IMPORTED', values: 3 }])
  })

  it('is refused row by row, with the column and the rule', async () => {
    const of = await fresh()
    const { result } = await bring(
      of,
      [
        ['sn', 'host', 'mode', 'port', 'pin', 'nothing'],
        ['NOBODY001', 'x', '', '', '', ''],
        ['BANK00000', 'longer than twenty letters', '', '', '', ''],
        ['BANK00001', '', 'tls', '80', '', ''],
        ['BANK00002', '', '', '', '1234', 'x'],
        ['MALL00000', '#"x', '', '', 'set', ''],
      ],
      { onFault: 'skip' },
    )
    expect(result.faults.map(({ row, column, message }) => [row, column, message])).toEqual([
      [2, 'sn', 'This record does not exist'],
      [3, 'host', 'At most 20 characters'],
      [4, 'mode', 'TLS is on port 443'],
      [4, 'port', 'TLS is on port 443'],
      [5, 'pin', expect.stringContaining('A secret is typed in the editor')],
      [5, 'nothing', 'The template has no parameter nothing'],
      [6, 'host', 'Not in the expected form'],
    ])
    expect(await ownOf(of)).toEqual([])
  })

  it('passes over columns that the template has not, where that is asked for', async () => {
    const of = await fresh()
    const rows = [
      ['sn', 'host', 'nothing', '[never]'],
      ['BANK00000', 'one', 'x', 'y'],
    ]
    expect((await bring(of, rows)).result).toMatchObject({ refused: 1, ignored: [] })
    const { result } = await bring(of, rows, { ignoreUndefined: true })
    expect(result).toMatchObject({ changed: 1, refused: 0, ignored: ['nothing', '[never]'] })
    expect(await held(of)).toEqual({ host: 'one' })
  })

  it('names files as it gave them out, of those that its reader may name', async () => {
    const of = await fresh({ files: ['cert'] })
    const cert = await addParamFile(app, { name: 'bank.pem' })
    const unknown = `${'0'.repeat(64)}/7/bank.pem`
    const rows = [
      ['sn', 'cert'],
      ['BANK00000', cert],
      ['BANK00001', unknown],
    ]
    const { result } = await bring(of, rows, { onFault: 'skip' })
    expect(result).toMatchObject({ changed: 1, refused: 1 })
    expect(result.faults).toMatchObject([
      { row: 3, column: 'cert', message: expect.stringContaining('please upload it') },
    ])
    expect(await held(of)).toEqual({ cert })
    const given = await taken(of)
    expect(given[1]).toContain(cert)
    expect((await bring(of, given)).result).toMatchObject({ same: 1, refused: 0 })
  })

  it('leaves secrets alone and shows none of them', async () => {
    const of = await fresh()
    await bring(of, [
      ['sn', 'host'],
      ['BANK00000', 'one'],
    ])
    const [own] = await ownOf(of)
    if (!own) throw new Error('no assignment')
    const { version } = await admin.get(params.draft, {
      params: { id: own.id },
      body: {
        version: own.version,
        values: { host: 'one' },
        secrets: { pin: '4711' },
        keptSecrets: [],
      },
    })
    const edited = await bring(of, [
      ['sn', 'host'],
      ['BANK00000', 'two'],
    ])
    expect(edited.result.faults).toMatchObject([{ row: 2, message: /being edited/ }])
    await admin.get(params.activate, { params: { id: own.id }, body: { version, count: 1 } })
    const sheet = await taken(of)
    expect(sheet).toEqual([
      ['Serial number', 'host', 'mode', 'port', 'pin'],
      ['BANK00000', 'one', '', '', 'set'],
    ])
    expect((await bring(of, sheet)).result).toMatchObject({ same: 1, changed: 0 })
    await bring(of, [sheet[0] ?? [], ['BANK00000', 'two', '', '', 'set']])
    expect(await held(of)).toEqual({ host: 'two', pin: null })
    const { rows } = await sql<{
      sealed: number
    }>`select count(*)::integer as sealed from param_value
      where owner_id = ${own.id} and sealed is not null`.execute(app.platform.db)
    expect(rows).toEqual([{ sealed: 1 }])
  })

  it('waits for a second person where so many are meant, and is a draft of who may put nothing in force', async () => {
    const of = await fresh()
    const rows = [['sn', 'host'], ...['BANK00000', 'BANK00001'].map((sn) => [sn, 'x'])]
    const clerk = await signedIn(app, {
      orgId: bankId,
      dataScope: 'OWN_ORG_AND_BELOW',
      permissions: ['PARAM_IMPORT', 'PARAM_ADD', 'PARAM_EDIT', 'ASYNCTASK_LIST'],
    })
    await bring(of, rows, {}, clerk)
    expect(await ownOf(of)).toMatchObject([{ state: 'DRAFT' }, { state: 'DRAFT' }])
    await approvalFrom(2)
    try {
      const asked = [['sn', 'host'], ...['BANK00000', 'BANK00001'].map((sn) => [sn, 'y'])]
      await bring(of, asked)
      const [own] = await ownOf(of)
      expect(own).toMatchObject({ state: 'PENDING_APPROVAL', askedByName: 'layla' })
      if (!own) return
      const body = { version: own.version, count: 1 }
      const agree = (who: TestUser) => who.call(params.activate, { params: { id: own.id }, body })
      expect((await agree(admin)).code).toBe(codes.warning)
      expect((await agree(omar)).data).toMatchObject({ state: 'ACTIVE', revision: 1 })
    } finally {
      await approvalFrom(0)
    }
  })
})

describe('rules over many terminals', () => {
  const sn = ['BANK00000', 'BANK00001', 'BANK00002', 'MALL00000']

  it('refuse rows that would break them, each with the rule, and let the rest be', async () => {
    const of = await fresh()
    await bring(of, [
      ['sn', 'host'],
      [sn[0] ?? '', 'first'],
    ])
    await followParams(app.platform)
    const { id } = await admin.get(consistencyRules.add, {
      body: {
        name: 'One host each',
        orgId: app.rootId,
        kind: 'UNIQUE',
        appId: of.appId,
        pid: 'host',
        severity: 'REFUSE',
      },
    })
    await judgeAnew(app.platform)
    const rows = [
      ['sn', 'port', 'host'],
      [sn[1] ?? '', '', 'first'],
      [sn[2] ?? '', '', 'second'],
      [sn[3] ?? '', '', 'second'],
      [sn[0] ?? '', '81', ''],
    ]
    const said = async () => (await ownOf(of)).map(({ name, pidCount }) => [name, pidCount])
    const expected = [2, 3, 4].map((row) => [row, 'host', 'It breaks: One host each'])
    for (const more of [{ mode: 'check' }, {}]) {
      const { result } = await bring(of, rows, more)
      const told = result.faults.map(({ row, column, message }) => [row, column, message])
      expect(told).toEqual(expected)
      // Nothing of a sheet of which a row is wrong is written.
      expect(await said()).toEqual([[sn[0], 1]])
    }
    const { result } = await bring(of, rows, { onFault: 'skip' })
    expect(result).toMatchObject({ changed: 1, refused: 3 })
    expect(await said()).toEqual([[sn[0], 2]])
    await admin.get(consistencyRules.setStatus, { params: { id, status: '0' } })
    await judgeAnew(app.platform)
  })
})

describe('rights', () => {
  it('reach as far as the caller sees, for terminals, templates and advanced parameters', async () => {
    const of = await fresh({ advanced: ['mode', 'pin'] })
    await bring(of, [
      ['sn', 'host', 'mode'],
      ['BANK00000', 'a', 'debug'],
      ['MALL00000', 'b', 'debug'],
    ])
    const rights = ['PARAM_IMPORT', 'PARAM_EXPORT', 'PARAM_ADD', 'PARAM_EDIT', 'ASYNCTASK_LIST']
    const clerk = await signedIn(app, {
      orgId: bankId,
      dataScope: 'OWN_ORG_AND_BELOW',
      permissions: [...rights, 'PARAM_ACTIVATE'],
    })
    expect(await taken(of, {}, clerk)).toEqual([
      ['Serial number', 'host', 'port'],
      ['BANK00000', 'a', ''],
    ])
    expect((await taken(of, { devices: 'ALL' }, clerk)).length).toBe(4)
    const { result } = await bring(
      of,
      [
        ['sn', 'host', 'mode'],
        ['BANK00000', 'c', 'off'],
        ['MALL00000', 'c', ''],
      ],
      { onFault: 'skip' },
      clerk,
    )
    expect(result.faults.map(({ row, column }) => [row, column])).toEqual([
      [2, 'mode'],
      [3, 'sn'],
    ])
    await bring(
      of,
      [
        ['sn', 'host'],
        ['BANK00000', 'c'],
      ],
      {},
      clerk,
    )
    expect(await held(of)).toMatchObject({ host: 'c', mode: 'debug' })
    const theirs = await addParamTemplate(app, { pids: ['host'], orgId: mallId })
    // Of all terminals those that an import would take with this template.
    const sns = (await taken(theirs, { devices: 'ALL' })).slice(1).map(([sn]) => sn)
    expect([sns.includes('MALL00000'), sns.includes('BANK00000')]).toEqual([true, false])
    const { data } = await upload(clerk, csv(['sn', 'host'], ['BANK00000', 'x']))
    const start = (within: string, who: TestUser) =>
      who.call(paramValueSheet.calls.start, {
        body: { fileId: data.fileId, mode: 'apply', within },
      })
    expect((await start(theirs.revId, clerk)).code).toBe(codes.notFound)
    const reader = await signedIn(app, { orgId: bankId, permissions: ['PARAM_IMPORT'] })
    expect((await start(of.revId, reader)).code).toBe(codes.forbidden)
    expect(
      (await clerk.call(paramValues.export, { query: { templateRevId: theirs.revId } })).code,
    ).toBe(codes.notFound)
  })
})
