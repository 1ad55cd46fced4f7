import {
  areas,
  categories,
  classifications,
  type Filter,
  type FilterField,
  groups,
  models,
  namedAlone,
  organizations,
  readFilter,
  stations,
  vendors,
} from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import { useRecordNames } from './useRecordNames.ts'
import { type NameOf, valuesInWords, wordsOf } from './words.ts'

/** A filter in a sentence, with the names of the records that it is about. */
export function FilterWords({ filter }: { readonly filter: Filter }) {
  const words = useFilterWords(filter)
  return <bdi title={words}>{words}</bdi>
}

/** The filter that an address holds, in a sentence. */
export function TreeWords({ value }: { readonly value: string }) {
  const filter = readFilter(value)
  // An address can say anything.
  return filter ? <FilterWords filter={filter} /> : <bdi>{value}</bdi>
}

interface OwnWordsProps {
  readonly field: FilterField
  readonly values: readonly string[]
}

/** What a terminal itself has of a fact; says so where it has nothing, or nothing that the condition names. */
export function OwnWords({ field, values }: OwnWordsProps) {
  const nameOf = useNames({ field, op: 'in', values })
  const value = valuesInWords(field, values, nameOf)
  if (values.length > 0) return t('group.own', { value })
  return t(namedAlone.includes(field) ? 'group.ownNoneNamed' : 'group.ownNone')
}

/** {@link FilterWords} as text. */
export const useFilterWords = (filter: Filter): string => wordsOf(filter, useNames(filter))

/** What the records are called that a filter names. */
function useNames(filter: Filter): NameOf {
  const ids = (field: FilterField) => idsOf(filter, field)
  const names: Partial<Record<FilterField, (id: string) => string>> = {
    orgId: useRecordNames(organizations, ids('orgId')),
    vendorId: useRecordNames(vendors, ids('vendorId')),
    modelId: useRecordNames(models, ids('modelId')),
    categoryId: useRecordNames(categories, ids('categoryId')),
    stationId: useRecordNames(stations, ids('stationId')),
    areaId: useRecordNames(areas, ids('areaId')),
    placeAreaId: useRecordNames(areas, ids('placeAreaId')),
    groupId: useRecordNames(groups, ids('groupId')),
    classificationId: useRecordNames(classifications, ids('classificationId')),
  }
  return (field, id) => names[field]?.(id) ?? id
}

/** The records that a filter names of one kind. */
function idsOf(filter: Filter, field: FilterField): readonly string[] {
  if ('field' in filter) return filter.field === field ? filter.values : []
  const parts = 'not' in filter ? [filter.not] : 'all' in filter ? filter.all : filter.any
  return parts.flatMap((part) => idsOf(part, field))
}
