import { codes, commandPermissions } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { features } from '../../src/features/index.ts'
import { seedLanguages } from '../../src/features/system/language/languageSeed.ts'
import type { Route } from '../../src/kit/serve.ts'
import { addApp, addCategory, appForm } from '../appEstate.ts'
import { sampleRequest } from '../sampleInput.ts'
import {
  addOrganization,
  type RawCall,
  signedIn,
  startTestApp,
  type TestApp,
  type TestUser,
} from '../testApp.ts'
import { addClient } from '../testClient.ts'
import { addEstate, type Estate } from '../testEstate.ts'
import { addParamTemplate } from '../testParams.ts'
import { madeAt, makeRecord } from './ownedRecords.ts'
import { type Kind, kindOf } from './ownKinds.ts'
import { answers, type Caller, callers, type Expected } from './answers.ts'
import { table } from './rightsTable.ts'

const routes = features.flatMap((feature) => feature.routes)
const line = ({ call }: Route): string => `${call.method} ${call.path}`
const permissions = [
  ...new Set([
    ...routes.map(({ call }) => call.permission),
    ...Object.values(commandPermissions),
    'ASYNCTASK_ALL',
    'FILE_ALL',
  ]),
].filter((permission) => permission !== 'public' && permission !== 'signedIn')

let app: TestApp
let estate: Estate
/** Organisation A, those above, below and beside it. */
let a: { id: string }
/** A role that gives nothing, and that everybody may give. */
let roleId = ''
let areaId = ''
const home: Record<'parent' | 'child' | 'elsewhere', string> = {
  parent: '',
  child: '',
  elsewhere: '',
}
const people = new Map<Caller, TestUser>()
/** Accounts that no developer has yet, by their organisation. */
const accounts = new Map<string, string[]>()

beforeAll(async () => {
  app = await startTestApp()
  await seedLanguages(app.platform.db)
  estate = await addEstate(app)
  categoryId = await addCategory(app)
  publicAppId = await addApp(app, { orgId: app.rootId, package: 'com.everybody' })
  for (let count = 0; count < 3 * callers.length; count++) {
    const { appId, revId } = await addParamTemplate(app, { pids: ['host'] })
    templates.push({ appId, templateRevId: revId })
  }
  const place = async (code: string, parentId: string) =>
    (await addOrganization(app.platform, { name: code, code, parentId })).id
  home.parent = await place('parent-of-a', app.rootId)
  a = { id: await place('a', home.parent) }
  home.child = await place('child-of-a', a.id)
  home.elsewhere = await place('beside-a', home.parent)
  const role = await app.platform.db
    .insertInto('role')
    .values({ code: 'nothing', name: 'Nothing', isSystem: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  roleId = role.id
  const area = await app.platform.db
    .insertInto('timezoneArea')
    .values({ name: 'Area', code: 'area-of-stations', type: 'zone' })
    .returning('id')
    .executeTakeFirstOrThrow()
  areaId = area.id
  await signedIn(app, { userName: 'maker', orgId: a.id })
  for (const orgId of [a.id, ...Object.values(home)]) accounts.set(orgId, await addAccounts(orgId))
  for (const caller of ['parent', 'child', 'elsewhere'] as const)
    people.set(caller, await signedIn(app, { orgId: home[caller], permissions }))
  people.set('superAdministrator', await signedIn(app, { isSuperAdmin: true }))
  people.set('client', await addClient(app, { orgId: a.id, permissions }))
  people.set('unprivileged', await signedIn(app, { orgId: a.id }))
})
afterAll(() => app.close())

/** Some accounts of an organisation. */
async function addAccounts(orgId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`insert into app_user
      (user_name, real_name, email, password_hash, org_id)
    select 'account-' || n || '-' || ${orgId}, 'x', 'account-' || n || '-' || ${orgId} || '@example.org',
      'none', ${orgId} from generate_series(1, 200) n returning id`.execute(app.platform.db)
  return rows.map(({ id }) => id)
}

/** Whether a call is about a record that lies in the bin. */
const isAboutBin = ({ call: { path } }: Route): boolean =>
  /revert|destory|destroy|clear|recycle/.test(path) && !path.endsWith('{revision}')

const owned: ReadonlySet<string> = new Set([
  'record',
  'many',
  'manyOwn',
  'others',
  'platformRecord',
  'platformMany',
  'unwritten',
])

/** The kind of record that a route is about; null for what is everybody's or a person's own. */
const ownKindOf = (route: Route): Kind | null =>
  owned.has(table.get(line(route)) ?? '') ? kindOf(route.call) : null

const ofTicket = { fault: 'OTHER', severity: 'LOW' }

/** Published templates of applications, each for one assignment. */
const templates: { appId: string; templateRevId: string }[] = []

/** An application that everybody may name. */
let publicAppId = ''
let categoryId = ''

const bannerSpan = { startAt: '2026-01-01T00:00:00.000Z', endAt: '2036-01-01T00:00:00.000Z' }

/** What a developer says of himself. */
const ofDeveloper = {
  type: 'COMPANY',
  country: 'IQ',
  contact: 'x',
  email: 'a@example.org',
}

const userOf = (unique: string) => ({
  userName: unique,
  realName: unique,
  email: `${unique}@example.org`,
})

/** What an add or an update writes: the caller's own, and good. */
function fieldsOf(route: Route, orgId: string): Record<string, unknown> {
  if (ownKindOf(route) === 'variable')
    return { key: `f${Math.random()}`, type: 'TEXT', level: 'ORG', orgId }
  if (ownKindOf(route) === 'param') return assignmentOf(route, orgId)
  if (ownKindOf(route) === 'paramTemplate') {
    const unique = `f${Math.random().toString(36).slice(2, 10)}`
    return { name: unique, code: unique, orgId, appId: publicAppId }
  }
  return route.call.path.endsWith('/batch/role') ? { roleId } : ownFieldsOf(route, orgId)
}

const assignmentOf = ({ call }: Route, orgId: string) => ({
  name: `f${Math.random()}`,
  orgId,
  level: 'ORG',
  ...(/\/(add|update)$/.test(call.path) && templates.pop()),
})

function ownFieldsOf(route: Route, orgId: string): Record<string, unknown> {
  const unique = `f${Math.random().toString(36).slice(2, 10)}`
  const named = { name: unique, code: unique }
  const offered = storeFieldsOf(route, orgId, unique)
  if (offered) return offered
  switch (ownKindOf(route)) {
    case 'repair':
      return { ...ofTicket, description: unique }
    case 'unclaimed':
    case 'halt':
      return { orgId }
    case 'functional':
      return { name: unique, level: 'ORGANIZATION', orgId }
    case 'group':
      return { name: unique, type: 'STATIC', orgId }
    case 'consistencyRule':
      return { name: unique, kind: 'UNIQUE', pid: 'x', severity: 'WARN', orgId }
    case 'alarmRule':
      return { name: unique, kind: 'BATTERY', severity: 'LOW', orgId }
    case 'logRule':
      return { name: unique, condition: 'CRASH', orgId }
    case 'device':
      return { sn: `SN-${unique}`, modelId: estate.modelId, orgId }
    case 'role':
      return { ...named, type: 'ORGANIZATION', orgId }
    case 'user':
      return { ...userOf(unique), orgId, roleIds: [roleId] }
    case 'client':
      return { name: unique, kind: 'OPEN_API', orgId }
    case 'station':
      return { ...named, type: 'SHOP', orgId, areaId, address: 'x', contact: 'x', phone: '123' }
    case 'mailServer':
      return { name: unique, host: 'localhost', senderAddress: 'b@example.com', orgId }
    case 'organization':
      return { ...named, type: 'AGENT', contact: '', parentId: orgId }
    default:
      return ownKindOf(route) === 'customize' ? { name: unique, orgId } : {}
  }
}

/** The same of what has to do with applications; null: it is none of that. */
function storeFieldsOf(
  route: Route,
  orgId: string,
  unique: string,
): Record<string, unknown> | null {
  switch (ownKindOf(route)) {
    case 'developer':
      return { ...ofDeveloper, name: unique, orgId, accountId: accounts.get(orgId)?.pop() }
    case 'app':
      return { ...appForm(categoryId), name: unique, package: unique, orgId }
    case 'banner':
      return { title: unique, placement: 'TOP', orgId, ...bannerSpan }
    case 'orgApk':
      return { name: unique, orgId, appId: publicAppId, policy: 'ALLOWED' }
    case 'jsonDocument':
      return { name: unique, code: unique, kind: 'OTHER', level: 'ORG', orgId }
    default:
      return null
  }
}

const ofStanding = (policyId: string, path: string): string =>
  new URLSearchParams({
    policyId,
    standing: 'OK',
    ...(path.endsWith('/export') && { columns: '[["sn","x"]]' }),
  }).toString()

/** What some calls ask for in their query. */
function withQuery({ call: { path } }: Route, raw: RawCall, id: string): RawCall {
  if (path.endsWith('/item/page')) return { ...raw, url: `${raw.url}?pushId=${id}` }
  if (/\/orgapk\/standing\/(page|export)$/.test(path))
    return { ...raw, url: `${raw.url}?${ofStanding(id, path)}` }
  if (path.includes('/past-delivery/')) return raw
  if (path.endsWith('/item/export'))
    return { ...raw, url: `${raw.url}?pushId=${id}&columns=${encodeURIComponent('[["sn","x"]]')}` }
  if (/\/stat\/v1\/(device)?apk\/(summary|trend|version|error|speed)$/.test(path))
    return { ...raw, url: `${raw.url}?appId=${id}` }
  if (/\/group\/member\/(excluded\/)?page$/.test(path))
    return { ...raw, url: `${raw.url}?groupId=${id}` }
  if (['/action/detail', '/v1/log/detail', '/v1/apk/detail'].some((end) => path.endsWith(end)))
    return { ...raw, url: `${raw.url}?id=${id}&at=${madeAt}` }
  if (path.endsWith('task/page') && !path.includes('/mqtt/'))
    return { ...raw, url: `${raw.url}?pageSize=100&mine=0` }
  return path.endsWith('/page') ? { ...raw, url: `${raw.url}?pageSize=100` } : raw
}

interface Heard {
  readonly code: number
  readonly text: string
}

async function heard(sent: Promise<{ code: number; data: unknown }>): Promise<Heard> {
  // A download is no JSON: it was carried out.
  const answer = await sent.catch((error: unknown) => {
    if (error instanceof SyntaxError) return { code: 200, data: '' }
    throw error
  })
  return { code: answer.code, text: JSON.stringify(answer.data ?? null) }
}

async function ask(caller: Caller, raw: RawCall): Promise<Heard> {
  if (caller === 'nobody') {
    const anybody = people.get('parent')
    if (!anybody) throw new Error('nobody to borrow a hand from')
    return heard(anybody.send({ ...raw, headers: { ACCESSTOKEN: null } }))
  }
  // Signing out, and what ends other sessions, would end those of the rest of the test.
  const user = people.get(caller)
  if (!user) throw new Error(`there is no ${caller}`)
  return heard(user.send(raw))
}

/** Whether what a call answers must hold the record. */
const isShown = (route: Route): boolean =>
  /\/(page|tree)$/.test(route.call.path) &&
  ownKindOf(route) !== null &&
  table.get(line(route)) === 'many'

function fault(
  route: Route,
  expected: Expected,
  parts: { heard: Heard; id: string },
): string | null {
  const { code, text } = parts.heard
  const rights: readonly number[] = [codes.signInAgain, codes.forbidden, codes.notFound]
  if (expected === 'open') {
    if (rights.includes(code) || (code >= 500 && code < 1000))
      return `${code} in place of an answer`
    if (isShown(route) && code === 200 && !text.includes(parts.id)) return 'does not show it'
    return null
  }
  if (expected === 'blind')
    return (code >= 500 && code < 1000) || text.includes(parts.id)
      ? `${code}, shows ${parts.id}`
      : null
  return code === codes[expected] ? null : `${code} in place of ${expected}`
}

/** Ends the sessions that this test needs, or only answers to what no test can prepare. */
const skipped = new Set([
  'GET /admin/user/v1/user/session',
  'DELETE /admin/user/v1/user/session/list',
  'POST /admin/auth/v1/auth/callback',
  'POST /admin/auth/v1/auth/callback/accept',
  'POST /admin/user/v1/user/login',
  'POST /admin/user/v1/user/forget',
])

/** What asks for more than a record: a file that its caller has uploaded, a version that is online, an open ticket, a reader, a parameter, another organisation, the application of a track, an account. */
const asksForMore = [
  'POST /admin/device/v1/station/move/impact/{id}',
  'POST /admin/devicelog/v1/file/attach/{id}',
  'POST /admin/param/v1/param/copy/{id}',
  'PUT /admin/developer/v1/member/save/{id}',
  'PUT /admin/developer/v1/track/device/{id}',
  'PUT /admin/developer/v1/track/start/{id}',
  'PUT /admin/developer/v1/track/update',
  'PUT /admin/device/v1/device/batch/group/join',
  'PUT /admin/device/v1/device/batch/group/leave',
  'PUT /admin/device/v1/device/batch/label/give',
  'PUT /admin/device/v1/device/batch/label/take',
  'PUT /admin/param/v1/rule/update',
  'PUT /admin/stat/v1/report/update',
  'PUT /admin/upgrade/v1/plan/update',
  'PUT /admin/upgrade/v1/version/update',
]

describe('the table of rights', () => {
  it('has a row for every route, and none for a route that is not there', () => {
    const served = routes.map(line)
    const missing = served.filter((one) => !table.has(one)).toSorted()
    expect(missing, 'add these to test/rights/rightsTable.ts, each under its sort').toEqual([])
    expect([...table.keys()].filter((one) => !served.includes(one)).toSorted()).toEqual([])
  })

  it('says for every sort what every caller is answered', () => {
    for (const row of Object.values(answers))
      expect(Object.values(row)).toHaveLength(callers.length)
    for (const row of Object.values(answers)) expect(Object.values(row)).not.toContain(undefined)
  })
})

describe('every route answers as the table says', () => {
  const asked = routes.filter((route) => !skipped.has(line(route)))
  const unprepared: string[] = []
  /** The record of each route that a caller who may do nothing to it has left as it was. */
  const untouched = new Map<Route, string>()

  async function recordFor(route: Route, kind: Kind, expected: Expected): Promise<string> {
    const left = untouched.get(route)
    if (left !== undefined && expected !== 'open') return left
    const how = { kind, orgId: a.id, isBinned: isAboutBin(route), isFirst: isShown(route) }
    const id = await makeRecord({ app, estate }, how)
    if (expected !== 'open') untouched.set(route, id)
    return id
  }

  it.each(callers)('%s', async (caller) => {
    const odd: string[] = []
    for (const route of asked) {
      const sort = table.get(line(route))
      if (!sort) continue
      const kind = ownKindOf(route)
      const expected = answers[sort][caller]
      const id = kind
        ? await recordFor(route, kind, expected)
        : '00000000-0000-7000-8000-000000000001'
      const orgId =
        caller === 'parent' || caller === 'child' || caller === 'elsewhere' ? home[caller] : a.id
      const raw = withQuery(
        route,
        sampleRequest(route.call, { id, fields: fieldsOf(route, orgId) }),
        id,
      )
      const answer = await ask(caller, raw)
      // A record that nobody made cannot be shown: rights were passed where it is missed.
      const isMissed = !kind && answer.code === codes.notFound
      if (sort === 'record' && answer.code === 400) unprepared.push(line(route))
      const wrong = isMissed ? null : fault(route, expected, { heard: answer, id })
      if (wrong) odd.push(`${line(route)}: ${wrong}`)
    }
    expect(odd).toEqual([])
  })

  it('from behind the schemas, not from before them', () => {
    expect([...new Set(unprepared)].toSorted()).toEqual(asksForMore)
    expect(app.failures).toEqual([])
  })
})
