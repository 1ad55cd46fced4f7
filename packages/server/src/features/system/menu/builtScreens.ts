import * as contract from '@muster/contract'
import {
  actionLog,
  auditPack,
  appLog,
  appStat,
  appUse,
  apks,
  apkTemplates,
  applies,
  apps,
  heldDocuments,
  jsonDocuments,
  ownCardPermissions,
  repairs,
  alarmRules,
  alarms,
  clientErrorLog,
  asyncTasks,
  type Call,
  type CallGroup,
  clients,
  commandPermissions,
  depotPermission,
  customizes,
  deviceLife,
  deviceLog,
  devices,
  effectiveParams,
  effectiveSettings,
  figureDocuments,
  functionals,
  dictionaries,
  dictionaryItems,
  enrolmentKeys,
  locations,
  loginBans,
  logins,
  mailLog,
  mailServers,
  mailTemplates,
  mapKeys,
  mqttApks,
  mqttTasks,
  taskTemplates,
  menus,
  mqttAuth,
  mqttClients,
  mqttConfig,
  mqttDefaults,
  mqttMessages,
  mqttLimits,
  logFiles,
  logRules,
  logTraces,
  mqttLog,
  exportOf,
  frameSigning,
  fileTasks,
  languageFiles,
  languageKeeping,
  languageTexts,
  organizationConfig,
  organizationKeys,
  organizationMove,
  organizationOverview,
  organizationPages,
  organizations,
  organizationUsers,
  packageRules,
  orgApks,
  orgPolicy,
  platformUsers,
  policyApps,
  orgWebsite,
  plans,
  paramDeliveries,
  paramFindings,
  parameters,
  paramLog,
  paramPushes,
  consistencyRules,
  params,
  paramValues,
  passwordPolicy,
  profile,
  remoteControl,
  reports,
  accessPoints,
  server,
  screenKeys,
  type ScreenKey,
  signInLog,
  siteSetting,
  tokens,
  upgradeResults,
  uploadConfig,
  uploads,
  users,
  vendorCertificates,
  testTracks,
  traceTerminals,
  vendorEstate,
  vendorGuests,
  vendorQuality,
  userTokens,
  deviceStat,
  mapStat,
  planStat,
  versionStat,
  wallStat,
  todoRecords,
  workbench,
  webhooks,
  viewSharing,
  developerDownloads,
  developerMembers,
  developerProgramme,
  developerReview,
  developers,
  vendorDocuments,
  variables,
  effectiveVariables,
  vendors,
  deviceAccessories,
  deviceApps,
  deviceKeys,
  groups,
  deviceSets,
  classifications,
  paramEdits,
  paramEndings,
  planPractices,
} from '@muster/contract'
import { importOf } from '@muster/contract/imports'

/** The export of a list. */
const exportCalls = ({ page }: { readonly page: Call }): CallGroup => ({ export: exportOf(page) })

/** The imports of a list and of what its records hold, where it has any. */
const importCalls = (calls: CallGroup): readonly CallGroup[] =>
  Object.values(calls).flatMap((call) => importOf(call)?.calls ?? [])

/** The calls of a list, with its export and its imports. */
const listed = (calls: List): readonly CallGroup[] => [
  calls,
  exportCalls(calls),
  ...importCalls(calls),
]

type List = CallGroup & { readonly page: Call }

const hasLifeCycle = (value: unknown): value is List =>
  typeof value === 'object' && value !== null && 'page' in value && 'recyclePage' in value

const lists = Object.values<unknown>(contract).filter(hasLifeCycle)

/** Records whose codes begin with the key of a screen are that screen: `VENDOR_LIST` of `VENDOR`. */
const ownScreens: Partial<Record<ScreenKey, readonly CallGroup[]>> = Object.fromEntries(
  screenKeys.flatMap((key) => {
    const calls = lists.find(({ page }) => page.permission === `${key}_LIST`)
    return calls ? [[key, listed(calls)]] : []
  }),
)

/**
 * Screens that exist, each with the calls it makes. Only these are granted to roles, so that
 * nobody meets an empty page; the permission codes of the calls become the screen's buttons.
 */
export const builtScreens: Partial<Record<ScreenKey, readonly CallGroup[]>> = {
  ...ownScreens,
  WORKBENCH: [workbench, todoRecords],
  STATISTICS_DEVICE: [deviceStat, { document: figureDocuments.device }],
  STATISTICS_VERSION: [versionStat, { document: figureDocuments.version }],
  STATISTICS_MAP: [mapStat, { document: figureDocuments.map }],
  STATISTICS_PLAN: [planStat, exportCalls(planStat), { document: figureDocuments.plan }],
  // The spec: both resolve to the workbench.
  DASHDOARD: [],
  DASHDOARD3: [],
  WALL: [wallStat],
  ORGANIZATION: [
    ...listed(organizations),
    organizationOverview,
    organizationUsers,
    organizationConfig,
    organizationMove,
    organizationPages,
    organizationKeys,
    enrolmentKeys,
    orgWebsite,
    orgPolicy,
  ],
  VENDOR: [...listed(vendors), vendorGuests],
  DEVICE_LIST: [...listed(devices), deviceLife, deviceApps, deviceAccessories, deviceKeys],
  DEVICE: [],
  DEVICE_GROUP: [...listed(groups), { join: deviceSets.join, leave: deviceSets.leave }],
  DEVICE_CLASSIFICATION: [
    ...listed(classifications),
    { label: deviceSets.label, unlabel: deviceSets.unlabel },
  ],
  APPLY: [...listed(applies), exportCalls({ page: applies.unclaimed })],
  REPAIR: listed(repairs),
  MQTT_TASK: [
    mqttTasks,
    taskTemplates,
    exportCalls(mqttTasks),
    exportCalls({ page: mqttTasks.items }),
  ],
  MQTT_APK: [mqttApks, exportCalls(mqttApks), exportCalls({ page: mqttApks.items })],
  RESULT: [upgradeResults, exportCalls(upgradeResults)],
  FUNCTIONAL: [...listed(functionals), effectiveSettings],
  GLOBAL_PARAMS: [...listed(variables), effectiveVariables],
  ALARM_LOG: [alarms, exportCalls(alarms), ...listed(alarmRules)],
  MANUFACTURER_DETAIL: [
    ...listed(vendorCertificates),
    ...listed(vendorDocuments),
    vendorEstate,
    vendorQuality,
  ],
  PARAM: [
    ...listed(params),
    effectiveParams,
    paramValues,
    ...listed(consistencyRules),
    paramFindings,
    exportCalls(paramFindings),
    ...listed(paramEndings),
  ],
  ADD_PARAM: [],
  JSON_CONFIG: [...listed(jsonDocuments), heldDocuments],
  APPLICATION_MANAGE: [...listed(apps), ...listed(apks), apkTemplates],
  APPLICATION_DETAIL: [],
  DEVELOPER: [...listed(developers), developerMembers],
  APPLICATION_DEV_SETTING: [
    developerProgramme,
    developerReview,
    packageRules,
    ...listed(testTracks),
  ],
  APPLICATION_DEV_DOWNLOAD: listed(developerDownloads),
  ORGANIZATION_APK: [...listed(orgApks), exportCalls({ page: orgApks.standing }), policyApps],
  PLAN: [plans, planPractices, exportCalls(plans)],
  LOCATION: listed(locations),
  LOCATION_ZH: listed(locations),
  DICTIONARY: [...listed(dictionaries), ...listed(dictionaryItems)],
  MENU: [menus, frameSigning],
  SERVER: [...listed(accessPoints), server],
  PARAMETER: listed(parameters),
  MAILCONFIG: [mailServers, mailTemplates, mailLog],
  WEBSITE: [siteSetting, mapKeys, remoteControl, passwordPolicy],
  LOG: [
    actionLog,
    auditPack,
    signInLog,
    clientErrorLog,
    exportCalls(actionLog),
    exportCalls(signInLog),
  ],
  DEVICE_LOG: [deviceLog, exportCalls(deviceLog)],
  APK_LOG: [appLog, exportCalls(appLog)],
  STATISTICS_APK: [appStat, exportCalls(appStat), { document: figureDocuments.app }],
  STATISTICS_DEVICE_APK_LOG: [
    appUse,
    exportCalls(appUse),
    exportCalls({ page: appUse.unusedPage }),
    { document: figureDocuments.use },
  ],
  MQTT_LOG: [mqttLog, exportCalls(mqttLog)],
  MANAGE_DEVICE_LOG: [logFiles, exportCalls(logFiles), ...listed(logRules)],
  LOGTRACE: [logTraces, exportCalls(logTraces), traceTerminals],
  REPORT_SUBSCRIPTION: [reports],
  STATISTICS_DEVICE_LOGIN_LOG: [
    logins,
    exportCalls(logins),
    exportCalls({ page: logins.flap }),
    exportCalls({ page: logins.clone }),
    exportCalls(loginBans),
    loginBans,
    { document: figureDocuments.login },
  ],
  PARAM_LOG: [
    paramLog,
    exportCalls(paramLog),
    paramDeliveries,
    exportCalls(paramDeliveries),
    exportCalls({ page: paramDeliveries.past }),
    ...listed(paramEdits),
    paramPushes,
    exportCalls(paramPushes),
    exportCalls({ page: paramPushes.items }),
  ],
  MQTT_CONFIG: [mqttConfig, mqttClients, mqttDefaults, mqttMessages, mqttAuth, mqttLimits],
  CUSTOMIZE: [customizes],
  PLATfORM_USERS: listed(platformUsers),
  LANG: [languageKeeping, languageTexts, languageFiles],
  FILE: [fileTasks],
  UPLOAD: [uploads, uploadConfig],
  ASYNCTASK_MANAGE: [asyncTasks],
  CLIENT: [clients, webhooks, exportCalls(clients)],
  USER: [...listed(users), userTokens],
  PERSONAL_CENTER: [profile, viewSharing, tokens],
}

/** Codes that are checked beside a call's own: of each kind of command, of what an installation may skip. */
const furtherCodes: Partial<Record<ScreenKey, readonly string[]>> = {
  // A card without figures of its own has a code, too.
  WORKBENCH: ownCardPermissions,
  DEVICE_LIST: [...Object.values(commandPermissions), depotPermission],
  MQTT_APK: ['MQTT_APK_FORCE'],
  // Fields of a form that are meant for those who know.
  PARAM: ['PARAM_ADVANCED'],
  FILE: ['FILE_ALL'],
  ASYNCTASK_MANAGE: ['ASYNCTASK_ALL'],
  PERSONAL_CENTER: ['PERSONAL_BASE_INFO', 'PERSONAL_PWD'],
}

/** The button codes of a screen; none for one that is not built. */
export function buttonCodes(component: ScreenKey): readonly string[] {
  const ofCalls = (builtScreens[component] ?? []).flatMap((calls) =>
    Object.values(calls).map(({ permission }) => permission),
  )
  const codes = new Set([...ofCalls, ...(furtherCodes[component] ?? [])])
  // What everybody may do is no button to grant.
  return [...codes].filter((code) => code !== 'signedIn' && code !== 'public')
}

/** Every call that a screen makes. */
export const builtCalls: readonly Call[] = Object.values(builtScreens).flatMap((groups) =>
  groups.flatMap(Object.values<Call>),
)

/** The codes all of whose calls are of a kind. */
export function codesOnlyOf(isKind: (call: Call) => boolean): ReadonlySet<string> {
  const codes = builtCalls.map(({ permission }) => permission)
  const others = new Set(
    builtCalls.filter((call) => !isKind(call)).map(({ permission }) => permission),
  )
  return new Set(codes.filter((code) => !others.has(code)))
}

/** Screens that no shipped role gives: super administrators have them without. */
export const superOnly: ReadonlySet<string> = new Set<ScreenKey>(['MENU'])
