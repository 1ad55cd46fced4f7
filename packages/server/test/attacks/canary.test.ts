import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import {
  asyncTasks,
  effectiveParams,
  jsonDocuments,
  paramDicts,
  params,
  paramTemplates,
  variables,
} from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { features } from '../../src/features/index.ts'
import { secretsOf } from '../../src/platform/secrets.ts'
import { addApp } from '../appEstate.ts'
import { Canaries } from '../canaries.ts'
import { type FaultBench, openFaultBench } from '../faults/faultBench.ts'
import { freePort } from '../freePorts.ts'
import { csv, imported } from '../importing.ts'
import { createPreparedDatabase } from '../prepared.ts'
import { remoteApp } from '../remoteApp.ts'
import { sampleRequest } from '../sampleInput.ts'
import { signedIn, type TestApp, type TestUser } from '../testApp.ts'
import type { TestDatabase } from '../testDatabase.ts'
import { until } from '../until.ts'

// Words that stand for secrets are put wherever parameters take such, brought to terminals, looked at by
// every call that reads; then all that the run has written is searched for them.

const pkg = 'com.example.pay'
const key = randomBytes(32)
const canaries = new Canaries()
/** What is kept sealed, but shown to whoever may read documents. */
const documents = new Canaries()

let database: TestDatabase
let bench: FaultBench
let app: TestApp
let admin: TestUser
const leaks: string[] = []

beforeAll(async () => {
  database = await createPreparedDatabase()
  const httpPort = await freePort()
  bench = await openFaultBench({
    databaseUrl: database.url,
    mqttPort: await freePort(),
    httpPort,
    count: 2,
    env: { MUSTER_SECRET: key.toString('base64'), LOG_LEVEL: 'trace' },
  })
  const heard = (request: string, answer: Buffer) => {
    leaks.push(...canaries.foundIn(answer).map((name) => `${name}: ${request}`))
  }
  const address = `http://127.0.0.1:${httpPort}`
  const remote = remoteApp(address, { pool: bench.pool, secrets: secretsOf(key), heard })
  const [root] = await ask<{ id: string }>('select id from organization where parent_id is null')
  app = { ...remote, rootId: root?.id ?? '' }
  admin = await signedIn(app, { isSuperAdmin: true })
}, 300_000)

afterAll(async () => {
  await bench.close()
  await database.drop()
})

const ask = async <R extends object>(text: string, values: unknown[] = []) =>
  (await bench.pool.query<R>(text, values)).rows

/** A published template whose secrets are known to the dictionary, one of them with a default. */
async function designed(
  orgId: string,
): Promise<{ appId: string; revId: string; templateId: string }> {
  const appId = await addApp(app, { orgId, package: pkg })
  const word = canaries.of('default of the dictionary')
  for (const more of [
    { pid: 'pin', secret: true },
    { pid: 'code', secret: true, secretDefault: word },
    { pid: 'host' },
    { pid: 'note' },
  ])
    await admin.get(paramDicts.add, { body: { title: more.pid, dataType: 'STRING', ...more } })
  const { id } = await admin.get(paramTemplates.add, {
    body: { orgId, name: 'Pay', code: 'pay', appId },
  })
  const { version } = await admin.get(paramTemplates.content, { params: { id } })
  const fields = ['host', 'note', 'pin', 'code'].map((pid) => ({
    pid,
    groupId: 'main',
    headerId: null,
    fileId: 'main',
    label: pid,
  }))
  const content = {
    files: [{ id: 'main', fileName: 'p.json', format: 'JSON' }],
    groups: [{ id: 'main', title: 'Main' }],
    fields,
  }
  const kept = await admin.get(paramTemplates.saveContent, {
    params: { id },
    body: { version, content },
  })
  await admin.get(paramTemplates.publish, { params: { id }, body: { version: kept.version } })
  const [revision] = await ask<{ id: string }>(
    'select id from param_template_rev where template_id = $1',
    [id],
  )
  return { appId, revId: revision?.id ?? '', templateId: id }
}

/** Types values and secrets into an assignment of that target, and puts them in force. */
async function say(
  of: { appId: string; revId: string },
  at: { level: 'ORG' | 'DEVICE'; orgId?: string; deviceId?: string },
  secrets: Record<string, string>,
): Promise<string> {
  const { appId, revId: templateRevId } = of
  const body = { name: `Of ${at.level}`, appId, templateRevId, ...at }
  const { id, version } = await admin.get(params.add, { body })
  const typed = { values: { host: 'one', note: '${secretText}' }, secrets, keptSecrets: [] }
  const draft = await admin.get(params.draft, { params: { id }, body: { version, ...typed } })
  const { count } = await admin.get(params.impact, { params: { id } })
  await admin.get(params.activate, { params: { id }, body: { version: draft.version, count } })
  return id
}

async function publishDocument(orgId: string): Promise<string> {
  const { id, version } = await admin.get(jsonDocuments.add, {
    body: { name: 'Agent', code: 'agent', kind: 'AGENT', level: 'ORG', orgId, encrypt: true },
  })
  const document = JSON.stringify({ word: documents.of('document') })
  const saved = await admin.get(jsonDocuments.saveContent, {
    params: { id },
    body: { version, document, schema: null },
  })
  const { count } = await admin.get(jsonDocuments.impact, { params: { id } })
  await admin.get(jsonDocuments.publish, {
    params: { id },
    body: { version: saved.version, count },
  })
  return id
}

/** Every call that reads is made: those about a record with each of these. */
async function readEverything(ids: readonly string[]): Promise<number> {
  let answered = 0
  for (const { call } of features.flatMap(({ routes }) => routes)) {
    if (call.method !== 'GET') continue
    const about =
      call.path.includes('{') || call.path.endsWith('/values/export') ? ids : [ids[0] ?? '']
    for (const id of about) {
      const { code } = await admin.send(sampleRequest(call, { id })).catch(() => ({ code: 0 }))
      if (code === 200) answered++
    }
  }
  return answered
}

it('finds no secret of a parameter in any answer, log, table or file that a run has written', async () => {
  const orgId = app.rootId
  const [near, far] = bench.fleet.terminals
  const [device] = await ask<{ id: string }>('select id from device where sn = $1', [
    near?.identity.sn,
  ])
  const deviceId = device?.id ?? ''
  const of = await designed(orgId)
  const variable = await admin.get(variables.add, {
    body: {
      key: 'secretText',
      type: 'SECRET',
      level: 'PLATFORM',
      secretValue: canaries.of('variable'),
    },
  })
  const all = await say(of, { level: 'ORG', orgId }, { pin: canaries.of('value of all') })
  const own = await say(of, { level: 'DEVICE', deviceId }, { pin: canaries.of('own value') })
  const document = await publishDocument(orgId)
  // It has arrived: there are secrets to be found.
  const pinOf = (terminal: typeof near) => terminal?.machine.params.of(pkg)?.['pin']
  await until(async () => pinOf(near) === canaries.of('own value'), 'the terminal has its own')
  await until(
    async () => pinOf(far) === canaries.of('value of all'),
    'the other has what is for all',
  )
  expect(near?.machine.params.of(pkg)).toMatchObject({
    code: canaries.of('default of the dictionary'),
    note: canaries.of('variable'),
  })

  // What is wrong about it says nothing of it either.
  const refused = { pin: canaries.of('refused').repeat(400) }
  const { version } = await admin.get(params.detail, { params: { id: own } })
  await admin.call(params.draft, {
    params: { id: own },
    body: { version, values: {}, secrets: refused, keptSecrets: [] },
  })
  const sheets = [
    csv(['sn', 'host', 'pin'], [near?.identity.sn ?? '', 'x', canaries.of('sheet')]),
    csv(['sn', '${secretText}'], [near?.identity.sn ?? '', canaries.of('sheet of variables')]),
  ] as const
  const sheetSums = sheets.map((content) => createHash('sha256').update(content).digest('hex'))
  const told = [
    await imported(admin, params.page, { content: sheets[0], within: of.revId }),
    await imported(admin, variables.page, { content: sheets[1] }),
  ]
  for (const { result } of told) expect(result).toMatchObject({ refused: 1 })
  for (const value of [canaries.of('value of all'), canaries.of('own value')])
    await admin.call(effectiveParams.search, { query: { pid: 'pin', value } })
  await admin.call(paramTemplates.preview, {
    params: { id: of.templateId },
    body: { values: { pin: canaries.of('preview'), host: 'x' } },
  })
  near?.setParam(pkg, 'pin', canaries.of('typed on the terminal'))
  await until(async () => {
    const rows = await ask(`select from param_desired where state = 'DRIFT'`)
    return rows.length > 0
  }, 'it tells of the drift')

  const [dict] = await ask<{ id: string }>(`select id from param_dict where pid = 'code'`)
  const tasks = await admin.get(asyncTasks.page, { query: {} })
  const ids = [own, all, document, variable.id, of.templateId, of.revId, of.appId, deviceId, orgId]
  const more = [dict?.id ?? '', ...tasks.list.map(({ id }) => id)]
  expect(await readEverything([...ids, ...more])).toBeGreaterThan(300)
  expect(leaks).toEqual([])
  const mayTell = (path: string) =>
    // What a terminal keeps is its own; the sheets that a person handed in are his.
    path.startsWith(join(bench.folder, 'terminals')) || sheetSums.some((sum) => path.endsWith(sum))
  for (const found of [canaries, documents]) {
    expect(found.foundIn(bench.server().output())).toEqual([])
    expect(await found.foundInTables(app.platform.db)).toEqual([])
    expect(await found.foundBelow(bench.folder, mayTell)).toEqual([])
  }
}, 300_000)
