import {
  appLog,
  appStat,
  appUse,
  type Call,
  deviceLog,
  deviceStat,
  estateParts,
  logins,
  serviceParts,
  versionKinds,
  versionStat,
  wallStat,
  workbench,
} from '@muster/contract'
import type pg from 'pg'

/** One figure to ask for. */
export interface Question {
  readonly name: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
}

type Query = Readonly<Record<string, string>>

const of = (call: Call, query: Query = {}): Question => ({
  name: [call.path, ...Object.entries(query).map(([key, value]) => `${key}=${value}`)].join(' '),
  path: call.path,
  query,
})

/** By the usual span, by a year, and cut to an organisation or a model. */
const cuts: readonly Query[] = [{}, { days: '365' }, { orgId: '$org' }, { modelId: '$model' }]
const overTime = (call: Call, query: Query = {}) =>
  cuts.map((cut) => of(call, { ...query, ...cut }))
const app = { appId: '$app' }

/** Each figure of each page, as its page asks for it; `$name` stands for an id. */
export const questions: readonly Question[] = [
  ...estateParts.map((by) => of(deviceStat.distribution, { by })),
  ...overTime(deviceStat.trend),
  ...overTime(deviceStat.alarm),
  ...overTime(deviceStat.availability),
  ...serviceParts.flatMap((by) => [
    of(deviceStat.silent, { by }),
    of(deviceStat.silent, { by, orgId: '$org' }),
  ]),
  of(deviceStat.expiry),
  of(deviceStat.idle, { unusedDays: '7' }),
  ...versionKinds.map((kind) => of(versionStat.matrix, { kind })),
  ...overTime(versionStat.trend),
  of(appStat.summary, app),
  ...[
    appStat.trend,
    appStat.version,
    appStat.error,
    appStat.failure,
    appStat.removal,
    appUse.trend,
  ].flatMap((call) => overTime(call, app)),
  of(appStat.speed, app),
  of(appStat.page, app),
  of(appStat.page, { ...app, versionCode: '3' }),
  of(appUse.page),
  of(appUse.page, app),
  of(appUse.unused, { unusedDays: '7' }),
  of(appUse.unusedPage, { ...app, unusedDays: '7' }),
  ...[logins.page, logins.trend, logins.flap, logins.clone, logins.failed].map((call) => of(call)),
  of(logins.trend, { orgId: '$org' }),
  of(deviceLog.page),
  of(deviceLog.page, { orgId: '$org' }),
  of(appLog.page),
  of(wallStat.look),
  of(workbench.summary),
  of(workbench.version),
  of(workbench.model),
  of(workbench.alarm),
]

const idsSql = `with place as (select id from organization where code in ('place-1999', 'place-1') order by code desc limit 1)
  select (select id from app where package = 'com.bench.app1') as app, (select id from place) as org,
    (select model_id from device where org_id = (select id from place) limit 1) as model`

/** The questions with the ids of this estate; applications are mandatory, so that somebody may miss their use. */
export async function addressed(
  client: pg.Client,
  asked: readonly Question[],
): Promise<readonly Question[]> {
  await client.query(`insert into org_apk (name, org_id, app_id, policy, scope_kind)
    select 'must ' || package, org_id, id, 'MANDATORY', 'SUBTREE' from app where package ^@ 'com.bench.app'
      and not exists (select from org_apk)`)
  const { rows } = await client.query<Record<string, string>>(idsSql)
  const ids = rows[0] ?? {}
  const filled = (query: Query): Query =>
    Object.fromEntries(
      Object.entries(query).map(([key, value]) => [
        key,
        value.startsWith('$') ? (ids[value.slice(1)] ?? '') : value,
      ]),
    )
  return asked.map((question) => ({ ...question, query: filled(question.query) }))
}
