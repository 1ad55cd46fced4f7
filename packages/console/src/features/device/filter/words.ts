import type { Filter, FilterCondition, FilterField } from '@muster/contract'
import { formatDay, formatNumber, formatPercent, isolated } from '../../../platform/format.ts'
import { locale, t } from '../../../platform/texts.ts'
import { choicesOf, kindOf, unitOf } from './filterFacts.ts'

/** What a record is called that a filter names. */
export type NameOf = (field: FilterField, id: string) => string

/** What a name has behind it in brackets, which the value says itself: Battery (%). */
const unit = / \([^()]*\)$/u

/** So many values are named, and the others counted. */
const mostNamed = 3

/** A filter in a sentence: "Model is P1000 or P2000, and battery at most 20%". */
export function wordsOf(filter: Filter, nameOf: NameOf): string {
  return startingLarge(phrase(filter, nameOf))
}

function phrase(filter: Filter, nameOf: NameOf): string {
  if ('field' in filter) return conditionWords(filter, nameOf)
  if ('not' in filter) return t('group.words.not', { filter: phrase(filter.not, nameOf) })
  const isAll = 'all' in filter
  const parts = (isAll ? filter.all : filter.any).map((part) => inner(part, nameOf))
  const first = parts.slice(0, -1).join(t('group.words.comma'))
  const last = parts.at(-1) ?? ''
  if (parts.length < 2) return last
  return t(isAll ? 'group.words.and' : 'group.words.or', { first, last })
}

/** A part of a longer sentence: joined parts stand in brackets. */
function inner(filter: Filter, nameOf: NameOf): string {
  const words = phrase(filter, nameOf)
  return 'all' in filter || 'any' in filter ? `(${words})` : words
}

function conditionWords({ field, op, values }: FilterCondition, nameOf: NameOf): string {
  const name = startingSmall(t(`filter.field.${field}`).replace(unit, ''))
  const value = valueWords({ field, op, values }, nameOf)
  return t(`group.words.${op}`, { field: name, value })
}

/** Values that something has of a fact: "P1000", "red and blue". */
export const valuesInWords = (
  field: FilterField,
  values: readonly string[],
  nameOf: NameOf,
): string => valueWords({ field, op: 'hasAll', values }, nameOf)

function valueWords({ field, op, values }: FilterCondition, nameOf: NameOf): string {
  const words = values.map((value) => isolated(oneValue(field, value, nameOf)))
  const others = words.length - mostNamed
  // One more than is named costs as much room as to count it.
  const shown =
    others > 1 ? [...words.slice(0, mostNamed), t('group.words.others', { count: others })] : words
  const type = op === 'hasAll' ? 'conjunction' : 'disjunction'
  return new Intl.ListFormat(locale, { type }).format(shown)
}

function oneValue(field: FilterField, value: string, nameOf: NameOf): string {
  switch (kindOf(field)) {
    case 'record':
    case 'tree':
      return nameOf(field, value)
    case 'choice': {
      const text = choicesOf(field)[value]
      return text ? t(text) : value
    }
    case 'number':
      return amountWords(field, Number(value))
    case 'age':
      return ageWords(Number(value))
    case 'day':
      return formatDay(value)
    case 'versions':
      return value.replace(/ ?= ?/, ' ')
    default:
      return value
  }
}

const amountWords = (field: FilterField, amount: number): string =>
  unitOf(field) === 'percent' ? formatPercent(amount / 100) : withUnit(amount, 'megabyte')

/** Hours in the largest unit that says them without a rest: 36 hours, 2 days. */
export function ageWords(hours: number): string {
  const { amount, unit } = ageOf(hours)
  return withUnit(amount, unit)
}

/** An age as one enters it. */
export const ageOf = (hours: number): { readonly amount: number; readonly unit: AgeUnit } =>
  hours >= 24 && hours % 24 === 0
    ? { amount: hours / 24, unit: 'day' }
    : { amount: hours, unit: 'hour' }

export type AgeUnit = 'hour' | 'day'

function withUnit(amount: number, unit: AgeUnit | 'megabyte'): string {
  const unitDisplay = unit === 'megabyte' ? 'short' : 'long'
  // Arabic counts "3 days" in words of its own for two; the digits say it as well.
  return Number.isFinite(amount)
    ? new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay }).format(amount)
    : formatNumber(0)
}

/** Within a sentence; what is no word stays: SN, TID. */
const startingSmall = (text: string): string =>
  /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLocaleLowerCase(locale) + text.slice(1) : text

const startingLarge = (text: string): string =>
  /^\p{Ll}/u.test(text) ? text.charAt(0).toLocaleUpperCase(locale) + text.slice(1) : text
