import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as contract from '@muster/contract'
import { importOf } from '@muster/contract/imports'
import { shippedTexts } from '@muster/contract/texts'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { exportQuery } from '../kit/export/exportQuery.ts'
import type { FileColumn } from '../kit/list/columns.tsx'
import { columns as alarms } from './alarm/alarmColumns.tsx'
import { ruleColumns as alarmRules } from './alarm/AlarmRules.tsx'
import { columns as apps } from './app/appColumns.tsx'
import { columns as policies } from './app/policy/policyColumns.tsx'
import { columns as standing } from './app/policy/StandingDevices.tsx'
import { columns as apks } from './app/version/apkColumns.tsx'
import { columns as banners } from './appstore/bannerColumns.tsx'
import { columns as appCategories } from './appstore/categoryColumns.tsx'
import { columns as clients } from './client/clientColumns.tsx'
import { columns as developers } from './developer/developerColumns.tsx'
import { columns as downloads } from './developer/download/downloadColumns.tsx'
import { columns as tracks } from './developer/track/trackColumns.tsx'
import { columns as applies } from './device/apply/applyColumns.tsx'
import { columns as unclaimed } from './device/apply/UnclaimedList.tsx'
import { columns as categories } from './device/category/categoryColumns.tsx'
import { columns as classifications } from './device/classification/classificationColumns.tsx'
import { columns as features } from './device/feature/featureColumns.tsx'
import { columns as functionals } from './device/functional/functionalColumns.tsx'
import { columns as groups } from './device/group/groupColumns.tsx'
import { columns as devices } from './device/list/deviceColumns.tsx'
import { columnsOf as locationColumnsOf } from './device/location/locationColumns.tsx'
import { appLogColumns } from './device/log/appLogColumns.tsx'
import { columns as deviceLog } from './device/log/logColumns.tsx'
import { columns as models } from './device/model/modelColumns.tsx'
import { columns as repairs } from './device/repair/repairColumns.tsx'
import { columns as stations } from './device/station/stationColumns.tsx'
import { actionColumns, signInColumns } from './log/logColumns.tsx'
import { columns as logFiles } from './logs/file/logFileColumns.tsx'
import { ruleColumns as logRules } from './logs/file/LogRules.tsx'
import { columns as traces } from './logs/trace/traceColumns.tsx'
import { trailColumns } from './mqtt/log/trailColumns.tsx'
import { columns as organizations } from './organization/organizationColumns.tsx'
import { columns as params } from './param/assignment/paramColumns.tsx'
import { fileColumns as dicts } from './param/dict/dictColumns.tsx'
import { columns as endings } from './param/ending/EndingList.tsx'
import { columns as jsonDocuments } from './param/json/jsonColumns.tsx'
import { columns as changes } from './param/log/ChangeList.tsx'
import { columns as deliveries, editColumns } from './param/log/deliveryColumns.tsx'
import { pastColumns } from './param/log/pastColumns.tsx'
import { columns as findings } from './param/rule/FindingList.tsx'
import { columns as rules } from './param/rule/RuleList.tsx'
import { columns as templates } from './param/template/templateColumns.tsx'
import { fileColumns as variables } from './param/variable/variableColumns.tsx'
import { itemColumns } from './push/detail/itemColumns.tsx'
import { columns as pushes } from './push/pushColumns.tsx'
import { columns as uses } from './stat/app/AppUseList.tsx'
import { columns as holders } from './stat/app/HolderList.tsx'
import { columns as bans } from './stat/login/BanPanel.tsx'
import { loginColumns } from './stat/login/loginColumns.tsx'
import { cloneColumns, flapColumns } from './stat/login/SuspectPanels.tsx'
import { columns as planFigures } from './stat/plan/planStatColumns.tsx'
import { dictionaryColumns } from './system/dictionary/dictionaryColumns.tsx'
import { itemColumns as wordColumns } from './system/dictionary/itemColumns.tsx'
import { columns as parameters } from './system/parameter/parameterColumns.tsx'
import { columns as accessPoints } from './system/server/points/accessPointColumns.tsx'
import { columns as areas } from './timezone/area/areaColumns.tsx'
import { columns as timezones } from './timezone/timezone/timezoneColumns.tsx'
import { columns as plans } from './upgrade/plan/planColumns.tsx'
import { columns as results } from './upgrade/result/resultColumns.tsx'
import { columns as versions } from './upgrade/version/versionColumns.tsx'
import { columns as users } from './user/account/userColumns.tsx'
import { columns as platformUsers } from './user/platform/platformColumns.tsx'
import { columns as roles } from './user/role/roleColumns.tsx'
import { columns as certificates } from './vendor/certificate/certificateColumns.tsx'
import { columns as documents } from './vendor/document/documentColumns.tsx'
import { columns as matrices } from './vendor/matrix/matrixColumns.tsx'
import { columns as vendors } from './vendor/vendorColumns.tsx'

interface Listed {
  readonly page: contract.Call
  readonly columns: readonly (FileColumn<never> & {
    readonly file?: readonly FileColumn<never>[] | undefined
  })[]
}

/** The lists that can be taken away as a file, by the screens that offer it. */
const lists: Readonly<Record<string, Listed>> = {
  'alarm/AlarmInbox': { page: contract.alarms.page, columns: alarms },
  'alarm/AlarmRules': { page: contract.alarmRules.page, columns: alarmRules },
  'app/AppList': { page: contract.apps.page, columns: apps },
  'app/policy/PolicyList': { page: contract.orgApks.page, columns: policies },
  'app/policy/StandingDevices': { page: contract.orgApks.standing, columns: standing },
  'app/version/ApkTab': { page: contract.apks.page, columns: apks },
  'appstore/BannerList': { page: contract.banners.page, columns: banners },
  'appstore/CategoryList': { page: contract.appCategories.page, columns: appCategories },
  'client/ClientList': { page: contract.clients.page, columns: clients },
  'developer/DeveloperList': { page: contract.developers.page, columns: developers },
  'developer/download/DownloadList': { page: contract.developerDownloads.page, columns: downloads },
  'developer/track/TrackList': { page: contract.testTracks.page, columns: tracks },
  'device/apply/ApplyList': { page: contract.applies.page, columns: applies },
  'device/apply/UnclaimedList': { page: contract.applies.unclaimed, columns: unclaimed },
  'device/category/CategoryList': { page: contract.categories.page, columns: categories },
  'device/classification/ClassificationList': {
    page: contract.classifications.page,
    columns: classifications,
  },
  'device/feature/FeatureList': { page: contract.features.page, columns: features },
  'device/functional/FunctionalList': { page: contract.functionals.page, columns: functionals },
  'device/group/GroupList': { page: contract.groups.page, columns: groups },
  'device/list/DeviceList': { page: contract.devices.page, columns: devices },
  'device/location/LocationScreen': {
    page: contract.locations.page,
    columns: locationColumnsOf('world'),
  },
  'device/log/AppLogScreen': { page: contract.appLog.page, columns: appLogColumns },
  'device/log/DeviceLogScreen': { page: contract.deviceLog.page, columns: deviceLog },
  'device/model/ModelList': { page: contract.models.page, columns: models },
  'device/repair/RepairList': { page: contract.repairs.page, columns: repairs },
  'device/station/StationList': { page: contract.stations.page, columns: stations },
  'log/ActionList': { page: contract.actionLog.page, columns: actionColumns },
  'log/SignInList': { page: contract.signInLog.page, columns: signInColumns },
  'logs/TraceScreen': { page: contract.logTraces.page, columns: traces },
  'logs/file/LogFileList': { page: contract.logFiles.page, columns: logFiles },
  'logs/file/LogRules': { page: contract.logRules.page, columns: logRules },
  'mqtt/log/TrailList': { page: contract.mqttLog.page, columns: trailColumns },
  'organization/OrganizationList': { page: contract.organizations.page, columns: organizations },
  'param/assignment/ParamList': { page: contract.params.page, columns: params },
  'param/dict/DictList': { page: contract.paramDicts.page, columns: dicts },
  'param/ending/EndingList': { page: contract.paramEndings.page, columns: endings },
  'param/json/JsonList': { page: contract.jsonDocuments.page, columns: jsonDocuments },
  'param/log/ChangeList': { page: contract.paramLog.page, columns: changes },
  'param/log/DeliveryList': { page: contract.paramDeliveries.page, columns: deliveries },
  'param/log/EditList': { page: contract.paramEdits.page, columns: editColumns },
  'param/log/PastDialog': { page: contract.paramDeliveries.past, columns: pastColumns },
  'param/rule/FindingList': { page: contract.paramFindings.page, columns: findings },
  'param/rule/RuleList': { page: contract.consistencyRules.page, columns: rules },
  'param/template/ParamTemplateList': { page: contract.paramTemplates.page, columns: templates },
  'param/variable/VariableList': { page: contract.variables.page, columns: variables },
  'push/PushList': { page: contract.mqttTasks.page, columns: pushes },
  'push/detail/Items': { page: contract.mqttTasks.items, columns: itemColumns('REBOOT') },
  'stat/app/AppUseList': { page: contract.appUse.page, columns: uses },
  'stat/app/HolderList': { page: contract.appStat.page, columns: holders },
  'stat/login/BanPanel': { page: contract.loginBans.page, columns: bans },
  'stat/login/clones': { page: contract.logins.clone, columns: cloneColumns },
  'stat/login/flaps': { page: contract.logins.flap, columns: flapColumns },
  'stat/login/SessionPanel': { page: contract.logins.page, columns: loginColumns },
  'stat/plan/PlanStat': { page: contract.planStat.page, columns: planFigures },
  'system/dictionary/DictionaryList': {
    page: contract.dictionaries.page,
    columns: dictionaryColumns(null, () => undefined),
  },
  'system/dictionary/ItemPane': { page: contract.dictionaryItems.page, columns: wordColumns(null) },
  'system/parameter/ParameterList': { page: contract.parameters.page, columns: parameters },
  'system/server/points/AccessPointList': {
    page: contract.accessPoints.page,
    columns: accessPoints,
  },
  'timezone/area/AreaList': { page: contract.areas.page, columns: areas },
  'timezone/timezone/TimezoneList': { page: contract.timezones.page, columns: timezones },
  'upgrade/plan/PlanList': { page: contract.plans.page, columns: plans },
  'upgrade/result/ResultList': { page: contract.upgradeResults.page, columns: results },
  'upgrade/version/VersionList': { page: contract.upgradeVersions.page, columns: versions },
  'user/account/UserList': { page: contract.users.page, columns: users },
  'user/platform/PlatformUserList': { page: contract.platformUsers.page, columns: platformUsers },
  'user/role/RoleList': { page: contract.roles.page, columns: roles },
  'vendor/VendorList': { page: contract.vendors.page, columns: vendors },
  'vendor/detail/CertificatesTab': {
    page: contract.vendorCertificates.page,
    columns: certificates,
  },
  'vendor/detail/DocumentsTab': { page: contract.vendorDocuments.page, columns: documents },
  'vendor/detail/FirmwareTab': { page: contract.upgradeVersions.page, columns: versions },
  'vendor/detail/UsersTab': { page: contract.users.page, columns: users },
  'vendor/matrix/MatrixScreen': { page: contract.vendorFeatures.page, columns: matrices },
}

const member = z.looseObject({
  type: z.optional(z.unknown()),
  enum: z.optional(z.array(z.unknown())),
  const: z.optional(z.unknown()),
  get anyOf() {
    return z.optional(z.array(member))
  },
  /** Of several: what each of them is. */
  get items() {
    return z.optional(member)
  },
  properties: z.optional(z.record(z.string(), z.unknown())),
})
const reply = z.object({
  properties: z.object({
    list: z.object({ items: z.object({ properties: z.record(z.string(), member) }) }),
  }),
})

/** The codes that a member may be, by its schema; none where it is no code. */
function codesOf(node: z.output<typeof member> | undefined): string[] {
  if (!node) return []
  if ([node.type].flat().includes('boolean')) return ['true', 'false']
  const own = [...(node.enum ?? []), ...(node.const === undefined ? [] : [node.const])]
  return [...own.map(String), ...(node.anyOf ?? []).flatMap(codesOf), ...codesOf(node.items)]
}

/** Whether a file would have it as JSON: records stand there by their names. */
function isStructure(node: z.output<typeof member> | undefined): boolean {
  if (!node) return false
  const isNamed = node.properties !== undefined && 'name' in node.properties
  if ([node.type].flat().includes('object') && !isNamed) return true
  return (node.anyOf ?? []).some(isStructure) || isStructure(node.items)
}

/** Values that are called so by everybody, in lists too: HMAC-SHA256. */
const namesOfThings: ReadonlySet<string> = new Set(['signAlg'])

const allColumns = Object.entries(lists).flatMap(([list, { page, columns: shown }]) => {
  const schema =
    page.schemas.reply && z.toJSONSchema(page.schemas.reply, { unrepresentable: 'any' })
  const members = reply.parse(schema).properties.list.items.properties
  return shown
    .flatMap((column) => column.file ?? [column])
    .map(({ key, words }) => ({ list, key, words, of: members[key] }))
})

const columns = allColumns
  .map((column) => ({ ...column, codes: codesOf(column.of) }))
  .filter(({ key, codes }) => codes.length > 0 && !namesOfThings.has(key))

it('sees the codes of lists', () => {
  expect(columns.map(({ list, key }) => `${list} ${key}`)).toEqual(
    expect.arrayContaining([
      'user/account/UserList state',
      'device/list/DeviceList lifecycle',
      'vendor/VendorList status',
      'user/account/UserList hasFactor',
    ]),
  )
})

/** Whether a sheet of the list takes it back as JSON. */
const isTakenBack = ({ list, key }: { readonly list: string; readonly key: string }) =>
  importOf(lists[list]?.page ?? contract.vendors.page)?.columns.some(
    ({ field, kind }) => field === key && kind === 'json',
  ) === true

it('has a file say in words what is neither a text nor a number, unless a sheet takes it back so', () => {
  const structures = allColumns.filter((one) => isStructure(one.of) && !isTakenBack(one))
  expect(structures.map(({ list, key }) => `${list} ${key}`)).toContain('alarm/AlarmInbox data')
  const bare = structures.filter(({ words }) => words === undefined)
  expect(bare.map(({ list, key }) => `${list} ${key}`)).toEqual([])
})

/** Screens that share the table which offers their lists. */
const sharing: Readonly<Record<string, readonly string[]>> = {
  'stat/login/SuspectPanels': ['stat/login/clones', 'stat/login/flaps'],
  'param/log/DeliveryTable': ['param/log/DeliveryList', 'param/log/EditList'],
}

it('knows every screen that offers its list as a file', () => {
  const folder = import.meta.dirname
  const offering = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
    .filter((name) =>
      /<(?:ExportButton|RecordScreen)\b/.test(readFileSync(join(folder, name), 'utf8')),
    )
    .map((name) => name.replaceAll('\\', '/').replace('.tsx', ''))
    .flatMap((name) => sharing[name] ?? [name])
  expect(Object.keys(lists).sort()).toEqual(offering.sort())
})

it.each(columns)(
  'a file of $list says $key in words, each of its values',
  ({ key, words, codes }) => {
    const keys = codes.map((code) =>
      typeof words === 'string' ? words.replace(`{${key}}`, code) : words?.[code],
    )
    const texts = keys.map((one) => one !== undefined && shippedTexts['ar-IQ']?.[one])
    expect(texts.filter(Boolean)).toHaveLength(codes.length)
  },
)

it.each(Object.entries(lists))('the server takes what a file of %s is asked with', (_, asked) => {
  const list = { sought: {}, state: { sort: null } as never }
  const query = exportQuery<never>(list, asked.columns as never, 'xlsx')
  const { query: schema } = contract.exportOf(asked.page).schemas
  const refused = schema?.safeParse(query).error?.issues.filter(({ path }) => path[0] === 'columns')
  expect(refused ?? []).toEqual([])
})
