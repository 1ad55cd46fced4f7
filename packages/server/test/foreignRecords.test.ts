import {
  codes,
  commandPermissions,
  devices,
  livePath,
  organizations,
  session,
} from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { features } from '../src/features/index.ts'
import type { Route } from '../src/kit/serve.ts'
import { addForeignLogs } from './foreignLogs.ts'
import {
  addForeignStore,
  addForeignUpgrades,
  type ForeignKind,
  ofApp,
  ofBanner,
  ofPolicy,
  ofVersion,
  ofStation,
  userOf,
} from './foreignStore.ts'
import { foreignKinds } from './foreignKinds.ts'
import { hears } from './hears.ts'
import { namesRecords, sampleRequest } from './sampleInput.ts'
import { addOrganization, signedIn, startTestApp, type TestApp, type TestUser } from './testApp.ts'
import { addDevices, addEstate, type Estate } from './testEstate.ts'

const routes = features.flatMap((feature) => feature.routes)
const permissions = [
  ...new Set(routes.map(({ call }) => call.permission)),
  ...new Set(Object.values(commandPermissions)),
]
const scoped = routes.filter(({ scope }) => scope.orgColumn !== null)

/** Organisation A with its terminals, and an operator of organisation B who holds every right. */
let app: TestApp
let estate: Estate
let a: { id: string }
let b: { id: string }
let operator: TestUser
let admin: TestUser
/** Records of A: a living one and one in the bin of each kind. */
const foreign: Record<ForeignKind, string[]> = {
  device: [],
  station: [],
  repair: [],
  org: [],
  keys: [],
  role: [],
  user: [],
  client: [],
  customize: [],
  claim: [],
  mailServer: [],
  mail: [],
  functional: [],
  paramTemplate: [],
  param: [],
  consistencyRule: [],
  jsonDocument: [],
  plan: [],
  variable: [],
  developer: [],
  banner: [],
  orgApk: [],
  app: [],
  upgradeVersion: [],
  upgradeItem: [],
  logFile: [],
  logRule: [],
  logTrace: [],
  push: [],
  pushItem: [],
  halt: [],
}

beforeAll(async () => {
  app = await startTestApp()
  estate = await addEstate(app)
  const { platform, rootId } = app
  const place = (code: string, parentId: string) =>
    addOrganization(platform, { name: code, code, parentId })
  a = await place('org-a', rootId)
  b = await place('org-b', rootId)
  const binned = await place('org-a-binned', a.id)
  const [living, gone] = await addDevices(app, estate, { orgId: a.id, prefix: 'AAA', count: 2 })
  await addDevices(app, estate, { orgId: b.id, prefix: 'BBB', count: 2, lifecycle: 'STOCK' })
  const past = new Date().toISOString()
  await platform.db
    .updateTable('device')
    .set({ deletedAt: past })
    .where('sn', '=', 'AAA00001')
    .execute()
  await platform.db
    .updateTable('organization')
    .set({ deletedAt: past })
    .where('id', '=', binned.id)
    .execute()
  const { rows } = await sql<{
    id: string
  }>`insert into enrolment_key (org_id, token_hash, expires_at, max_uses)
    values (${a.id}, 'x', now() + interval '1 day', 9) returning id`.execute(platform.db)
  foreign.device = [living ?? '', gone ?? '']
  foreign.org = [a.id, binned.id]
  foreign.keys = [a.id, rows[0]?.id ?? '']
  const { rows: made } = await sql<{ id: string }>`insert into role (code, name, org_id, deleted_at)
    values ('role-of-org-a', 'Role', ${a.id}, null), ('binned-of-org-a', 'Role', ${a.id}, now())
    returning id`.execute(platform.db)
  const people = [await signedIn(app, { orgId: a.id, userName: 'of-org-a' })]
  people.push(await signedIn(app, { orgId: a.id, userName: 'gone-from-org-a' }))
  foreign.user = people.map(({ userId }) => userId)
  await sql`update app_user set deleted_at = now() where user_name = 'gone-from-org-a'`.execute(
    platform.db,
  )
  foreign.role = made.map(({ id }) => id)
  const { rows: programs } = await sql<{
    id: string
  }>`insert into api_client (name, kind, org_id, deleted_at)
    values ('client-of-org-a', 'OPEN_API', ${a.id}, null), ('binned-of-org-a', 'OPEN_API', ${a.id}, now())
    returning id`.execute(platform.db)
  foreign.client = programs.map(({ id }) => id)
  const { rows: servers } = await sql<{
    id: string
  }>`insert into mail_server (name, host, port, security, sender_address, org_id, deleted_at)
    values ('server-of-org-a', 'localhost', 1, 'none', 'a@example.com', ${a.id}, null),
      ('binned-of-org-a', 'localhost', 1, 'none', 'a@example.com', ${a.id}, now()) returning id`.execute(
    platform.db,
  )
  foreign.mailServer = servers.map(({ id }) => id)
  const { rows: labels } = await sql<{
    id: string
  }>`insert into customize (name, org_id, deleted_at)
    values ('label-of-org-a', ${a.id}, null), ('binned-label-of-org-a', ${a.id}, now()) returning id`.execute(
    platform.db,
  )
  foreign.customize = labels.map(({ id }) => id)
  const { rows: claims } = await sql<{ id: string }>`
    insert into customize_domain (customize_id, domain, token)
    values (${labels[0]?.id}, 'org-a.example', 'secret-of-a') returning id`.execute(platform.db)
  foreign.claim = claims.map(({ id }) => id)
  const { rows: mails } = await sql<{
    id: string
  }>`insert into mail_log (to_address, template, language, subject, html, org_id)
    values ('someone@org-a.example', 'TEST', 'en', 'secret-of-a', 'secret-of-a', ${a.id}) returning id`.execute(
    platform.db,
  )
  foreign.mail = mails.map(({ id }) => id)
  await sql`insert into push_item (device_id, cmd, args, state, expires_at)
    values (${living}, 'SYNC', '{"secret-of-a": true}', 'SUCCESS', now())`.execute(platform.db)
  await addPlacesAndProfiles()
  Object.assign(foreign, await addForeignStore(app, a.id))
  Object.assign(foreign, await addForeignLogs(app, { orgId: a.id, deviceId: living }))
  await addPushes()
  admin = await signedIn(app, { isSuperAdmin: true })
  operator = await signedIn(app, { orgId: b.id, permissions })
})
afterAll(() => app.close())

/** Stations and profiles of A. */
async function addPlacesAndProfiles(): Promise<void> {
  const { platform } = app
  const { rows: profiles } = await sql<{ id: string }>`
    insert into functional (name, level, org_id, model_id, deleted_at)
    values ('secret-of-a', 'ORGANIZATION', ${a.id}, null, null),
      ('binned-of-a', 'MODEL', ${a.id}, ${estate.modelId}, now()) returning id`.execute(platform.db)
  foreign.functional = profiles.map(({ id }) => id)
  const { rows: rules } = await sql<{ id: string }>`
    insert into param_rule (name, org_id, kind, pid, severity, deleted_at)
    values ('secret-of-a', ${a.id}, 'UNIQUE', 'x', 'WARN', null), ('binned-of-a', ${a.id}, 'UNIQUE', 'x', 'WARN', now())
    returning id`.execute(platform.db)
  foreign.consistencyRule = rules.map(({ id }) => id)
  const { rows: shops } = await sql<{ id: string }>`
    with area as (insert into timezone_area (name, code, type) values ('x', 'area-of-shops', 'zone') returning id)
    insert into station (name, code, type, org_id, area_id, address, contact, phone, deleted_at)
    select code, code, 'SHOP', ${a.id}, area.id, 'secret-of-a', 'x', '123', gone
    from area, (values ('shop-of-org-a', null::timestamptz), ('binned-of-org-a', now())) as shop (code, gone) returning id`.execute(
    platform.db,
  )
  foreign.station = shops.map(({ id }) => id)
  const { rows: tickets } = await sql<{ id: string }>`
    insert into repair (device_id, fault, severity, description)
    values (${foreign.device[0]}, 'OTHER', 'LOW', 'secret-of-a') returning id`.execute(platform.db)
  foreign.repair = tickets.map(({ id }) => id)
  const { rows: makers } = await sql<{ id: string }>`
    insert into developer (type, name, org_id, account_id, country, contact, email, deleted_at)
    select 'COMPANY', 'secret-of-a ' || n, ${a.id}, account.id, 'IQ', 'secret-of-a', 'a@example.org',
      case n when 2 then now() end
    from generate_series(1, 2) n, (select id from app_user where user_name = 'of-org-a') account
    returning id`.execute(platform.db)
  foreign.developer = makers.map(({ id }) => id)
  const { rows: programs } = await sql<{ id: string }>`
    insert into app (name, package, org_id, app_type, os_kind, deleted_at)
    select 'secret-of-a ' || n, 'com.org-a.pay' || n, ${a.id}, 'NORMAL', 'ANDROID',
      case n when 2 then now() end from generate_series(1, 2) n returning id`.execute(platform.db)
  foreign.app = programs.map(({ id }) => id)
}

/** What is wanted of terminals of A, and what halts it. */
async function addPushes(): Promise<void> {
  const { db } = app.platform
  const { rows: pushes } = await sql<{ id: string }>`
    insert into push (task_no, kind, title, args, org_id, state, targets, expanded_at)
    values ('secret-of-a', 'SYNC', 'secret-of-a', '{}', ${a.id}, 'APPROVAL', '{"sns": ["AAA00000"]}', now())
    returning id`.execute(db)
  foreign.push = pushes.map(({ id }) => id)
  const { rows: items } = await sql<{ id: string }>`
    insert into push_item (push_id, device_id, cmd, state, expires_at)
    values (${foreign.push[0]}, ${foreign.device[0]}, 'SYNC', 'QUEUED', now() + interval '1 day') returning id`.execute(
    db,
  )
  foreign.pushItem = items.map(({ id }) => id)
  const { rows: halts } = await sql<{ id: string }>`
    insert into push_halt (org_id, reason) values (${a.id}, 'secret-of-a') returning id`.execute(db)
  foreign.halt = halts.map(({ id }) => id)
  const [deviceId] = foreign.device
  Object.assign(foreign, await addForeignUpgrades(app, { orgId: a.id, deviceId }))
}

/** Everything of A, as the database has it. */
async function stateOfA(): Promise<unknown> {
  const { rows } = await sql`select
    (select jsonb_agg(u order by u.id) from app_user u where u.org_id = ${a.id}) as users,
    (select jsonb_agg(d order by d.id) from device d where d.org_id = ${a.id}) as devices,
    (select jsonb_agg(o order by o.id) from organization o where o.id in (${sql.join(foreign.org)})) as organizations,
    (select jsonb_agg(r order by r.id) from role r where r.org_id = ${a.id}) as roles,
    (select jsonb_agg(c order by c.id) from api_client c) as clients,
    (select jsonb_agg(s order by s.id) from api_client_secret s) as client_secrets,
    (select jsonb_agg(s order by s.id) from mail_server s) as mail_servers,
    (select jsonb_agg(m order by m.id) from mail_log m) as mails,
    (select jsonb_agg(c order by c.id) from customize c where c.org_id = ${a.id}) as labels,
    (select jsonb_agg(d order by d.id) from customize_domain d) as claims,
    (select jsonb_agg(f order by f.id) from functional f where f.org_id = ${a.id}) as profiles,
    (select jsonb_agg(v order by v.id) from global_param v where v.org_id = ${a.id}) as variables,
    (select jsonb_agg(t order by t.id) from param_template t where t.org_id = ${a.id}) as templates,
    (select jsonb_agg(p order by p.id) from param_assignment p where p.org_id = ${a.id}) as assignments,
    (select jsonb_agg(r order by r.id) from param_rule r where r.org_id = ${a.id}) as consistency_rules,
    (select jsonb_agg(d order by d.id) from json_document d where d.org_id = ${a.id}) as documents,
    (select jsonb_agg(k order by k.id) from enrolment_key k where k.org_id = ${a.id}) as keys,
    (select jsonb_agg(r order by r.id) from repair r) as repairs,
    (select jsonb_agg(s order by s.id) from station s where s.org_id = ${a.id}) as stations,
    (select jsonb_agg(d order by d.id) from developer d where d.org_id = ${a.id}) as developers,
    (select jsonb_agg(p order by p.id) from app p where p.org_id = ${a.id}) as applications,
    (select jsonb_agg(v order by v.id) from upgrade_version v where v.org_id = ${a.id}) as versions,
    (select jsonb_agg(p order by p.id) from push p where p.org_id = ${a.id}) as pushes,
    (select jsonb_agg(h order by h.id) from push_halt h) as halts,
    (select jsonb_agg(f order by f.item_id) from handed_file f) as logs,
    (select jsonb_agg(r order by r.id) from log_rule r where r.org_id = ${a.id}) as log_rules,
    (select jsonb_agg(t order by t.id) from log_trace t) as traces,
    (select jsonb_agg(i order by i.id) from push_item i) as items`.execute(app.platform.db)
  return rows[0]
}

const kindOf = ({ call }: Route): keyof typeof foreign =>
  Object.entries(foreignKinds).find(([part]) => call.path.includes(part))?.[1] ?? 'device'

/** What a developer says of himself. */
const ofDeveloper = { type: 'COMPANY', country: 'IQ', contact: 'x', email: 'a@example.org' }

/** What an update or an add of that kind writes, all of it the operator's own. */
const fieldsOf = (route: Route): Record<string, unknown> => {
  const unique = Math.random().toString(36).slice(2, 10)
  if (kindOf(route) === 'upgradeVersion') return { ...ofVersion, name: unique, orgId: b.id }
  if (kindOf(route) === 'logRule') return { name: unique, condition: 'CRASH', orgId: b.id }
  if (route.call.path.includes('/alarm/rule/'))
    return { name: unique, kind: 'BATTERY', severity: 'LOW', orgId: b.id }
  if (route.call.path.includes('/device/v1/group/'))
    return { name: unique, type: 'STATIC', orgId: b.id }
  if (kindOf(route) === 'repair') return { fault: 'OTHER', severity: 'LOW', description: unique }
  if (kindOf(route) === 'device')
    return { sn: `SN-${unique}`, modelId: estate.modelId, orgId: b.id }
  if (kindOf(route) === 'user')
    return { ...userOf(unique), orgId: b.id, roleIds: [foreign.role[0]] }
  if (kindOf(route) === 'station')
    return { ...ofStation, name: unique, code: unique, orgId: b.id, areaId: app.rootId }
  if (kindOf(route) === 'developer')
    return { ...ofDeveloper, name: unique, orgId: b.id, accountId: operator.userId }
  if (kindOf(route) === 'banner') return { ...ofBanner, title: unique, orgId: b.id }
  if (kindOf(route) === 'orgApk') return { ...ofPolicy, name: unique, orgId: b.id }
  if (kindOf(route) === 'app')
    return { ...ofApp, name: unique, package: `com.b.${unique}`, orgId: b.id }
  if (kindOf(route) === 'variable') return { key: unique, type: 'TEXT', level: 'ORG', orgId: b.id }
  if (kindOf(route) === 'consistencyRule')
    return { name: unique, kind: 'UNIQUE', pid: 'x', severity: 'WARN', orgId: b.id }
  if (kindOf(route) === 'functional') return { name: unique, level: 'ORGANIZATION', orgId: b.id }
  if (kindOf(route) === 'customize') return { name: unique, orgId: b.id }
  const named = { name: unique, code: unique }
  if (kindOf(route) === 'jsonDocument')
    return { ...named, kind: 'OTHER', level: 'ORG', orgId: b.id }
  if (kindOf(route) === 'role') return { ...named, type: 'ORGANIZATION', orgId: b.id }
  const [appId] = foreign.app
  if (kindOf(route) === 'param')
    return { name: unique, level: 'ORG', orgId: b.id, appId, templateRevId: appId }
  if (kindOf(route) === 'paramTemplate') return { ...named, orgId: b.id, appId }
  if (kindOf(route) === 'client') return { name: unique, kind: 'OPEN_API', orgId: b.id }
  if (kindOf(route) === 'mailServer')
    return { name: unique, host: 'localhost', senderAddress: 'b@example.com', orgId: b.id }
  return { ...named, type: 'AGENT', contact: '', parentId: b.id }
}

describe('an operator with every right', () => {
  it('finds no record of another organisation by its id, in any call', async () => {
    const before = await stateOfA()
    const odd: string[] = []
    for (const route of scoped.filter(({ call }) => namesRecords(call)))
      for (const id of foreign[kindOf(route)]) {
        const { method, path } = route.call
        const { code } = await operator.send(
          sampleRequest(route.call, { id, fields: fieldsOf(route) }),
        )
        if (code !== codes.notFound) odd.push(`${method} ${path}: ${code}`)
      }
    expect(odd).toEqual([])
    expect(await stateOfA()).toEqual(before)
  })

  it('neither sees nor touches one by a call about many', async () => {
    const before = await stateOfA()
    const [living = '', gone = ''] = foreign.device
    const odd: string[] = []
    for (const { call } of scoped.filter((route) => !namesRecords(route.call))) {
      const { code, data } = await operator.send(sampleRequest(call, { id: living, fields: {} }))
      if (![200, 400].includes(code)) odd.push(`${call.method} ${call.path}: ${code}`)
      const text = JSON.stringify(data)
      for (const secret of [living, gone, a.id, 'AAA0', 'org-a', 'secret-of-a'])
        expect(text).not.toContain(secret)
    }
    expect(odd).toEqual([])
    expect(await stateOfA()).toEqual(before)
  })

  it('finds none by asking for it in a filter', async () => {
    for (const query of [{ orgId: a.id }, { orgId: app.rootId }, { sn: 'AAA' }, { keyword: 'AAA' }])
      for (const call of [devices.page, devices.recyclePage]) {
        const { list, total } = await operator.get(call, { query })
        expect(list.map(({ sn }) => sn).filter((sn) => sn.startsWith('AAA'))).toEqual([])
        expect(total).toBeLessThanOrEqual(2)
      }
    expect(await operator.get(devices.count, { query: {} })).toMatchObject({
      total: 2,
      byLifecycle: { STOCK: 2 },
    })
    expect(await operator.get(organizations.page, { query: { within: a.id } })).toMatchObject({
      total: 0,
    })
  })

  it('puts nothing of his where he may not see it', async () => {
    const body = { sn: 'SN-INTO-A', modelId: estate.modelId, orgId: a.id }
    const refused = { status: 400, data: { fields: [{ field: 'orgId' }] } }
    expect(await operator.call(devices.add, { body })).toMatchObject(refused)
    const { list } = await operator.get(devices.page, { query: {} })
    const { id = '', version = 0, sn = '' } = list[0] ?? {}
    const moved = { ...body, id, version, sn }
    expect(await operator.call(devices.update, { body: moved })).toMatchObject(refused)
  })
})

describe('the live stream of an operator', () => {
  it('tells of his terminals and of nobody else’s, even when both change at once', async () => {
    const { heard, upToNow, socket } = await hears(app, operator)
    const { list } = await admin.get(devices.page, { query: {} })
    await Promise.all(
      list.map(({ id, version, sn, modelId, orgId }) =>
        admin.get(devices.update, { body: { id, version, sn, modelId, orgId, name: 'Changed' } }),
      ),
    )
    const own = list.filter(({ orgId }) => orgId === b.id).map(({ id }) => id)
    await expect.poll(() => own.every((id) => heard.join().includes(id))).toBe(true)
    await admin.get(devices.command, {
      params: { id: foreign.device[0] ?? '' },
      body: { cmd: 'SYNC' },
    })
    await upToNow()
    for (const id of foreign.device) expect(heard.join()).not.toContain(id)
    socket.terminate()
  })

  it('opens for no used, foreign or made-up ticket', async () => {
    const { ticket, socket: first } = await hears(app, operator)
    const elsewhere = await operator.get(session.ticket, { body: { path: '/elsewhere' } })
    const closed = async (shown: string) => {
      const socket = await app.http.injectWS(`${livePath}?ticket=${shown}`)
      return new Promise<number>((done) => socket.on('close', done))
    }
    for (const shown of [elsewhere.ticket, 'made-up', '', ticket])
      expect(await closed(shown)).toBe(4401)
    first.terminate()
  })
})
