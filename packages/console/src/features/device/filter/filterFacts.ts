import {
  areas,
  categories,
  classifications,
  type FilterField,
  type FilterKind,
  type FilterOperator,
  filterFields,
  filterOperators,
  groups,
  models,
  organizations,
  stations,
  type TextKey,
  valuesOf,
  vendors,
} from '@muster/contract'
import type { PickerGroup } from '../../../kit/form/usePicker.ts'
import { alarmKindTexts, severityTexts } from '../../alarm/index.ts'
import { lifecycleTexts, lockTexts, networkTexts, presenceTexts } from '../facts/deviceTexts.ts'
import { paramStandTexts, securityTexts } from '../facts/standTexts.ts'
import { t } from '../../../platform/texts.ts'
import type { ConditionDraft } from './draft.ts'

/** What facts are about, in the order in which they are offered. */
const topics = ['identity', 'kind', 'place', 'sets', 'state', 'software', 'dates'] as const
type Topic = (typeof topics)[number]

const topicOf: Readonly<Record<FilterField, Topic>> = {
  sn: 'identity',
  name: 'identity',
  tid: 'identity',
  mid: 'identity',
  imei: 'identity',
  mac: 'identity',
  iccid: 'identity',
  batchNo: 'identity',
  purchaseOrder: 'identity',
  vendorId: 'kind',
  modelId: 'kind',
  categoryId: 'kind',
  orgId: 'place',
  stationId: 'place',
  areaId: 'place',
  placeAreaId: 'place',
  groupId: 'sets',
  classificationId: 'sets',
  tag: 'sets',
  attribute: 'sets',
  lifecycle: 'state',
  status: 'state',
  presence: 'state',
  lastSeenAt: 'state',
  alarmKind: 'state',
  alarmSeverity: 'state',
  security: 'state',
  paramStand: 'state',
  fence: 'state',
  lock: 'state',
  networkType: 'state',
  battery: 'state',
  signal: 'state',
  freeMb: 'state',
  app: 'software',
  appVersion: 'software',
  paramRevision: 'software',
  firmware: 'software',
  agentVersion: 'software',
  osVersion: 'software',
  spVersion: 'software',
  kernelVersion: 'software',
  patchLevel: 'software',
  activatedAt: 'dates',
  createdAt: 'dates',
  warrantyEnd: 'dates',
  supportEnd: 'dates',
  ptsEnd: 'dates',
}

/** The records that a fact names; a fact without them here cannot be chosen yet. */
const records: Readonly<Partial<Record<FilterField, PickerGroup>>> = {
  orgId: organizations,
  vendorId: vendors,
  modelId: models,
  categoryId: categories,
  stationId: stations,
  areaId: areas,
  placeAreaId: areas,
  groupId: groups,
  classificationId: classifications,
}

export const recordsOf = (field: FilterField): PickerGroup | undefined => records[field]

export const kindOf = (field: FilterField): FilterKind => filterFields[field]

/** Facts by what they are about; those that name records need someone who may list them. */
export function offeredFields(can: (permission: string) => boolean) {
  const fields = Object.keys(topicOf).filter((field): field is FilterField => field in topicOf)
  const isOffered = (field: FilterField) => {
    const kind = kindOf(field)
    if (kind !== 'record' && kind !== 'tree') return true
    const of = recordsOf(field)
    return of !== undefined && can(of.list.permission)
  }
  return topics.map((topic) => ({
    topic,
    fields: fields.filter((field) => topicOf[field] === topic && isOffered(field)),
  }))
}

const choices: Readonly<Partial<Record<FilterField, Readonly<Record<string, TextKey>>>>> = {
  lifecycle: lifecycleTexts,
  status: { '1': 'kit.enabled', '0': 'kit.disabled' },
  presence: presenceTexts,
  networkType: networkTexts,
  alarmKind: alarmKindTexts,
  alarmSeverity: severityTexts,
  security: securityTexts,
  paramStand: paramStandTexts,
  fence: { OUT: 'device.fence.OUT', IN: 'device.fence.IN' },
  lock: lockTexts,
}

/** The choices of a fact, each with its text; none for facts of other kinds. */
export const choicesOf = (field: FilterField): Readonly<Record<string, TextKey>> =>
  choices[field] ?? {}

const hints: Readonly<Partial<Record<FilterField, TextKey>>> = {
  attribute: 'group.filter.pair',
  app: 'group.filter.package',
  appVersion: 'group.filter.versionPair',
  paramRevision: 'group.filter.revisionPair',
}

/** How a value is written that has a form of its own. */
export function hintOf(field: FilterField): string | undefined {
  const text = hints[field]
  return text && t(text)
}

/** The unit of a number, as `Intl` knows it. */
export const unitOf = (field: FilterField): 'percent' | 'megabyte' =>
  field === 'freeMb' ? 'megabyte' : 'percent'

export const operatorsOf = (field: FilterField): readonly FilterOperator[] =>
  filterOperators[kindOf(field)]

/** What is usually asked of a kind of facts. */
const usual: Readonly<Partial<Record<FilterKind, FilterOperator>>> = {
  tree: 'below',
  number: 'atMost',
  age: 'longerAgo',
}

/** A condition that asks for another fact: it begins with what is usually asked of such. */
export function withField(condition: ConditionDraft, field: FilterField): ConditionDraft {
  if (field === condition.field) return condition
  const kind = kindOf(field)
  const op = usual[kind] ?? filterOperators[kind][0]
  return { ...condition, field, op, values: [] }
}

/** A condition with another operator: values stay as far as it takes them. */
export function withOperator(condition: ConditionDraft, op: FilterOperator): ConditionDraft {
  const taken = valuesOf(op)
  const { values } = condition
  if (taken === 'several') return { ...condition, op }
  return { ...condition, op, values: taken === 'none' ? [] : values.slice(0, 1) }
}
