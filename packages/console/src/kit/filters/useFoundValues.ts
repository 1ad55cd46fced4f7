import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { t } from '../../platform/texts.ts'
import { soughtText } from '../../ui/form/digits.ts'
import { sameLetters } from '../../ui/form/sameLetters.ts'
import { useDebounced } from '../../ui/form/useDebounced.ts'
import { usePage } from '../page/page.ts'
import { query } from '../queries.ts'
import { type FilterFields, isOfRecords, labelOf, valuesOf } from './filterFields.ts'

/** Fewer letters are in almost every name. */
const fewest = 2
/** So many values of one filter: whoever looks for another one opens the filter. */
const most = 4

/** A value that a filter may be set to at once. */
export interface FoundValue {
  readonly filter: string
  readonly value: string
  readonly text: string
  /** What its filter is called. */
  readonly of: string
  readonly isRecord?: boolean
  readonly note?: string | null | undefined
}

/** What filters may be set to and is called as typed: values that are known here, and records that the server finds. */
export function useFoundValues(fields: FilterFields, typed: string) {
  const sought = typed.trim()
  const keyword = useDebounced(sought)
  const subscribed = usePage().active
  const isEnough = isLong(sought)
  const pickers = Object.entries(fields).flatMap(([name, field]) =>
    isOfRecords(field) ? [{ name, label: t(field.label), of: field.of }] : [],
  )
  const found = useQueries({
    queries: pickers.map(({ of }) => ({
      ...query(of.list, { query: { ...of.where, keyword: soughtText(keyword) } }),
      enabled: isEnough && isLong(keyword),
      placeholderData: keepPreviousData,
      subscribed,
    })),
  })
  const records = pickers.flatMap(({ name, label }, at) =>
    (found[at]?.data ?? []).slice(0, most).map(
      (one): FoundValue => ({
        filter: name,
        value: one.id,
        text: one.name,
        of: label,
        isRecord: true,
        note: one.note ?? one.orgName ?? one.code,
      }),
    ),
  )
  const isAsking = keyword !== sought || found.some(({ isFetching }) => isFetching)
  return {
    values: isEnough ? [...knownValues(fields, sought), ...records] : [],
    isAwaited: isEnough && pickers.length > 0 && isAsking,
    hasFailed: isEnough && found.some(({ isError }) => isError),
  }
}

const isLong = (text: string): boolean => [...text].length >= fewest

/** Values that need not be asked for. */
const knownValues = (fields: FilterFields, sought: string): FoundValue[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    valuesOf(field)
      .filter(({ text }) => sameLetters(text, sought))
      .slice(0, most)
      .map(({ id, text }) => ({ filter: name, value: id, text, of: t(labelOf(field)) })),
  )
