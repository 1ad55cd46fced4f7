import type { TextKey } from '@muster/contract'
import type { ComponentType } from 'react'
import { t } from '../../platform/texts.ts'
import type { PickerGroup } from '../form/usePicker.ts'
import { can } from '../session.ts'

/** A moment that a list may be filtered by. */
export interface MomentField {
  readonly label: TextKey
  readonly kind: 'moment'
  /** A beginning that is empty means the last so many days: its chip says so. */
  readonly usualDays?: number
}

/** A few values, each with its text. */
export interface ChoiceField {
  readonly label: TextKey
  readonly options: Readonly<Record<string, TextKey>>
}

/** The same of values that come with their names. */
export interface NamedField {
  readonly label: TextKey
  readonly names: Readonly<Record<string, string>>
}

/** A record of a group. */
export interface RecordField {
  readonly label: TextKey
  readonly of: PickerGroup
}

/** What is set elsewhere than in the line, such as in a drawer. */
export interface OwnField {
  readonly label: TextKey
  /** What it is set to, in words. */
  readonly Value: ComponentType<{ readonly value: string }>
  /** What to do to set it, where its name alone does not say so. */
  readonly offer?: TextKey
  /** Opens where it is set. */
  readonly edit: () => void
}

/** A label alone is a text to be typed; otherwise one of a few values, a record, a moment, or of its own. */
export type FilterField = TextKey | ChoiceField | NamedField | RecordField | MomentField | OwnField

/** Whether a filter is set in a place of its own. */
export const isOwn = (field: FilterField): field is OwnField =>
  typeof field !== 'string' && 'edit' in field

/** Whether a filter is a record of a group. */
export const isOfRecords = (field: FilterField): field is RecordField =>
  typeof field !== 'string' && 'of' in field

/** The filters of a list by the names of its query. */
export type FilterFields = Readonly<Record<string, FilterField>>

export const statusFilter: FilterField = {
  label: 'kit.status',
  options: { '1': 'kit.enabled', '0': 'kit.disabled' },
}

/** What waits for a decision that the reader may take. */
export const waitingFilter: FilterField = {
  label: 'list.waiting',
  options: { 1: 'list.waiting.1' },
}

/** When records were made or last changed: every list that knows these may be cut to them. */
const spans: FilterFields = {
  createdFrom: { label: 'list.createdFrom', kind: 'moment' },
  createdTo: { label: 'list.createdTo', kind: 'moment' },
  updatedFrom: { label: 'list.updatedFrom', kind: 'moment' },
  updatedTo: { label: 'list.updatedTo', kind: 'moment' },
}

/** A screen's own filters, then the spans of time that its list knows. */
export function fieldsOf(
  fields: Readonly<Record<string, FilterField | undefined>>,
  names: readonly string[],
): FilterFields {
  const own = Object.entries(fields).filter(([, field]) => field)
  const known = Object.entries(spans).filter(([name]) => names.includes(name))
  // Those that a screen leaves out were left out above.
  return Object.fromEntries([...own, ...known]) as FilterFields
}

/** Records can be chosen from by who may list them; that a list is cut by one he is told all the same. */
export const isOffered = (field: FilterField): boolean =>
  !isOfRecords(field) || can(field.of.list.permission)

/** Whether a filter of this name ends a span: all lists call it alike. */
export const isEnd = (name: string): boolean => /(?:^t|T)o$/.test(name)

/** What a filter is called. */
export const labelOf = (field: FilterField): TextKey =>
  typeof field === 'string' ? field : field.label

/** The few values that a filter may have, in words; none where they are typed or are records. */
export function valuesOf(field: FilterField): readonly { id: string; text: string }[] {
  if (typeof field === 'string') return []
  if ('names' in field) return Object.entries(field.names).map(([id, text]) => ({ id, text }))
  if (!('options' in field)) return []
  return Object.entries(field.options).map(([id, key]) => ({ id, text: t(key) }))
}
