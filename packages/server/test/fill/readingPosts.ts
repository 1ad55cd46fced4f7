import {
  applies,
  apks,
  type Call,
  deviceLife,
  functionals,
  groups,
  jsonDocuments,
  logFiles,
  mailTemplates,
  models,
  mqttApks,
  mqttTasks,
  orgApks,
  params,
  paramTemplates,
  plans,
  stations,
  upgradeVersions,
  vendorFeatures,
} from '@muster/contract'
import type { Known } from './questions.ts'

/** One thing to send to a call that changes nothing: its name in the table, and what is sent. */
export interface Sending {
  readonly name: string
  readonly body: Readonly<Record<string, unknown>>
  /** What stands for places of its path that name no record. */
  readonly params?: Readonly<Record<string, string>>
}

type SendingsOf = (ids: Known['ids']) => readonly Sending[]

/** Whom a task or a plan may be for, the widest first. */
const targets = (ids: Known['ids']) => [
  { name: 'of an organisation and below', targets: { orgId: ids.get('orgId') } },
  { name: 'of a group', targets: { groupId: ids.get('groupId') } },
  {
    name: 'matching a filter',
    targets: { filter: { field: 'battery', op: 'atMost', values: ['50'] } },
  },
  { name: 'by serial numbers', targets: { sns: ['SN1-00000001', 'SN1-00000009'] } },
]

const toTargets =
  (more: (ids: Known['ids']) => Readonly<Record<string, unknown>>): SendingsOf =>
  (ids) =>
    targets(ids).map((whom) => ({
      name: whom.name,
      body: { ...more(ids), targets: whom.targets },
    }))

const aimed = toTargets((ids) => ({ versionIds: [ids.get('versionId')] }))

/** What stands for the estate in each call that reads by being sent something. */
const asked: readonly (readonly [Call, SendingsOf])[] = [
  [
    groups.preview,
    (ids) =>
      [
        { field: 'battery', op: 'atMost', values: ['5'] },
        { field: 'presence', op: 'in', values: ['ONLINE'] },
        { field: 'name', op: 'contains', values: ['till 17'] },
      ].flatMap((filter) =>
        [false, true].map((withRows) => ({
          name: `${filter.field}${withRows ? ' with rows' : ''}`,
          body: { orgId: ids.get('orgId'), filter, withRows },
        })),
      ),
  ],
  [mqttTasks.precheck, toTargets(() => ({ want: { cmd: 'REBOOT' } }))],
  [
    mqttApks.precheck,
    toTargets((ids) => ({ want: { action: 'UNINSTALL', appId: ids.get('appId') } })),
  ],
  [logFiles.precheck, toTargets(() => ({ args: {} }))],
  [plans.precheck, aimed],
  [plans.leftOut, aimed],
  [
    orgApks.precheck,
    (ids) =>
      ['SUBTREE', 'ORG'].map((scopeKind) => ({
        name: scopeKind,
        body: { orgId: ids.get('orgId'), appId: ids.get('appId'), scopeKind },
      })),
  ],
  [
    deviceLife.impact,
    (ids) => [
      {
        name: 'of all that match',
        params: { event: 'SUSPEND' },
        body: { matching: { orgId: ids.get('orgId') } },
      },
    ],
  ],
  [
    stations.placeImpact,
    (ids) => [
      {
        name: 'of one terminal',
        body: { stationId: ids.get('stationId'), sns: ['SN1-00000001'], to: 'HERE' },
      },
    ],
  ],
  [stations.moveImpact, (ids) => [{ name: '', body: { orgId: ids.get('orgId'), withRows: true } }]],
  [
    stations.fenceImpact,
    () => [{ name: '', body: { fence: { kind: 'CIRCLE', radius: 500 }, withRows: true } }],
  ],
  [stations.mergePreview, (ids) => [{ name: 'of one', body: { ids: [ids.get('stationId')] } }]],
]

/** Why others are not asked. */
const whyNot: Readonly<Record<string, readonly Call[]>> = {
  'reads what is sent, or a stored file': [
    apks.parse,
    upgradeVersions.parse,
    jsonDocuments.validate,
    mailTemplates.preview,
    paramTemplates.preview,
  ],
  'is of one record and what it names, a thousand terminals at most': [
    applies.impact,
    params.copyImpact,
  ],
  'is of the terminals of one model, each by its own keys': [models.keyImpact],
  'needs records that a filled estate has not: a schedule with its waves, features of models, chosen profiles, a task that has not begun':
    [
      mqttTasks.precheckUpdate,
      mqttApks.precheckUpdate,
      plans.forecast,
      vendorFeatures.impact,
      vendorFeatures.rowsImpact,
      functionals.rowsImpact,
      vendorFeatures.copyImpact,
    ],
}

/** Calls that only tell and are not asked. */
export const unasked: readonly Call[] = Object.values(whyNot).flat()

const byCall = new Map(asked)

/** What to send to a call of POST that changes nothing; none: it is no such call, or not asked. */
export const sendingsOf = (call: Call, ids: Known['ids']): readonly Sending[] =>
  byCall.get(call)?.(ids) ?? []

/** Whether a call of POST only tells, by the last word of its path. */
export const onlyTells = ({ method, path }: Call): boolean =>
  method === 'POST' &&
  /\/(?:count|forecast|impact|leftout|parse|precheck|preview|rows|validate)(?:\/\{\w+\})?$/.test(
    path,
  )
