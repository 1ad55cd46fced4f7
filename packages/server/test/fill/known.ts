import {
  actionLog,
  apks,
  appLog,
  type Call,
  deviceLog,
  frames,
  logFiles,
  logTraces,
  mailTemplates,
  organizationPages,
  paramDicts,
  todoKeys,
  todoKeysText,
} from '@muster/contract'

/** Something that filters, queries and paths name: where an estate that was filled has one. */
interface Known {
  readonly name: string
  readonly found: string
  /** Part of the paths where the name means this. */
  readonly of?: string
}

const first = (table: string, where = 'true') =>
  `select id::text as found from ${table} where ${where} order by id limit 1`
const place = first('organization', `code = 'place-1'`)
const user = first('app_user', `user_name = 'user-17'`)
const said = (value: string) => `select '${value}' as found`
const daysAgo = (days: number) =>
  `select to_char(now() at time zone 'UTC' - interval '${days} days', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as found`

/** The later ones hold where they are meant. */
const known: readonly Known[] = [
  { name: 'orgId', found: place },
  { name: 'within', found: place },
  { name: 'parentId', found: place },
  { name: 'depotId', found: place },
  { name: 'vendorId', found: first('vendor', `code = 'vendor-1'`) },
  { name: 'modelId', found: first('model', `code = 'model-1'`) },
  { name: 'categoryId', found: first('category') },
  { name: 'categoryId', found: first('app_category'), of: '/app/v1/app/' },
  { name: 'categoryId', found: first('dictionary_item'), of: '/station/' },
  { name: 'areaId', found: first('timezone_area') },
  { name: 'featureId', found: first('feature') },
  { name: 'roleId', found: first('role', `code = 'crew-1'`) },
  { name: 'assigneeId', found: user },
  { name: 'createdById', found: user },
  { name: 'groupId', found: first('device_group', `name = 'Group 1'`) },
  { name: 'classificationId', found: first('classification', `code = 'LABEL-1'`) },
  { name: 'stationId', found: first('station', `code = 'station-1'`) },
  { name: 'profileId', found: first('functional') },
  { name: 'deviceId', found: first('device', 'deleted_at is null') },
  { name: 'versionId', found: first('upgrade_version', `state = 'ONLINE'`) },
  { name: 'planId', found: first('plan') },
  { name: 'appId', found: first('app', `package = 'com.bench.app1'`) },
  { name: 'developerId', found: first('developer') },
  { name: 'id', found: first('developer'), of: '/developer/v1/member/' },
  { name: 'policyId', found: first('org_apk', 'deleted_at is null') },
  { name: 'pushId', found: first('push', `kind = 'REBOOT'`) },
  { name: 'pushId', found: first('push', `kind = 'APP_INSTALL'`), of: '/mqtt/v1/apk/' },
  {
    name: 'pushId',
    found: 'select push_id::text as found from plan_push order by push_id limit 1',
    of: '/upgrade/',
  },
  { name: 'assignmentId', found: first('param_assignment', `level = 'ORG'`) },
  { name: 'documentId', found: first('json_document') },
  { name: 'templateId', found: first('param_template') },
  { name: 'templateRevId', found: first('param_template_rev') },
  { name: 'ruleId', found: first('param_rule') },
  {
    name: 'valueId',
    found: 'select value_id::text as found from param_ending order by value_id limit 1',
  },
  { name: 'dictionaryId', found: first('dictionary') },
  { name: 'code', found: 'select code as found from dictionary order by code limit 1' },
  { name: 'code', found: said('doc-1'), of: '/json/merged/' },
  { name: 'languageId', found: first('language') },
  { name: 'sn', found: 'select sn as found from device order by sn limit 1', of: '/ending/' },
  { name: 'sn', found: 'select sn as found from device order by sn limit 1', of: '/log/tail' },
  {
    name: 'correlationId',
    found: `select correlation_id as found from mqtt_log where correlation_id is not null order by 1 limit 1`,
  },
  { name: 'sns', found: said('SN1-00000001,NOBODY-1'), of: '/device/unknown' },
  { name: 'from', found: daysAgo(7) },
  { name: 'until', found: daysAgo(1) },
  { name: 'to', found: daysAgo(1) },
  { name: 'from', found: daysAgo(2), of: '/location/track/' },
  { name: 'bbox', found: said('-180,-80,180,80') },
  { name: 'zoom', found: said('2') },
  { name: 'keyword', found: said('till 17'), of: '/system/v1/search' },
  { name: 'pid', found: said('p2'), of: '/param/search' },
  { name: 'value', found: said('value 17'), of: '/param/search' },
  { name: 'key', found: said('mid') },
  { name: 'list', found: said('/admin/device/v1/device/page'), of: '/view/list' },
  { name: 'of', found: said(todoKeysText(todoKeys)), of: '/todo/records' },
  { name: 'path', found: said('/nowhere') },
  { name: 'ids', found: first('plan'), of: '/stat/v1/plan/' },
  ...['rev', 'rev1', 'revision'].map((name) => ({ name, found: said('1') })),
  { name: 'rev2', found: said('2') },
]

/** Names that a call may ask for. */
export const namesOf = ({ path }: Call): ReadonlySet<string> =>
  new Set(known.filter(({ of = '' }) => path.includes(of)).map(({ name }) => name))

interface Rows {
  query(text: string): Promise<{ readonly rows: readonly { readonly found: string | null }[] }>
}

/** What an estate has of all of it; answers what a call may name. */
export async function readKnown(db: Rows): Promise<(call: Call) => ReadonlyMap<string, string>> {
  const read: (Known & { value: string })[] = []
  for (const one of known) {
    const value = (await db.query(one.found)).rows[0]?.found
    if (value) read.push({ ...one, value })
  }
  return ({ path }) =>
    new Map(read.filter(({ of = '' }) => path.includes(of)).map(({ name, value }) => [name, value]))
}

/** Why others that read are not asked. */
const whyNot: Readonly<Record<string, readonly Call[]>> = {
  'is one row of a log, by its number and moment': [
    deviceLog.detail,
    appLog.detail,
    actionLog.detail,
  ],
  'looks into one stored file': [
    logFiles.moment,
    logFiles.tally,
    logTraces.moment,
    logTraces.tally,
    apks.diff,
  ],
  'is one text that is edited': [mailTemplates.detail, organizationPages.get],
  'reads no table': [paramDicts.tryPattern, frames.check],
}

export const unaskedReads: readonly Call[] = Object.values(whyNot).flat()
