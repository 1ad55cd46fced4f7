import {
  deepestFilter,
  type Filter,
  faultOfCondition,
  mostConditions,
  sizeOfFilter,
  type TextKey,
} from '@muster/contract'
import { type ConditionDraft, conditionsOf, filterOf, type GroupDraft } from './draft.ts'

/** What a draft comes to: a filter that may be sent, or what is wrong, part by part. */
export interface Reading {
  /** Null: there are no conditions, or some are not right. */
  readonly filter: Filter | null
  /** By the id of the condition, or of the whole draft. */
  readonly faults: ReadonlyMap<string, TextKey>
}

export function readDraft(root: GroupDraft): Reading {
  const faults = new Map(
    conditionsOf(root).flatMap((part): [string, TextKey][] => {
      const fault = faultOf(part)
      return fault ? [[part.id, fault]] : []
    }),
  )
  const filter = faults.size === 0 ? filterOf(root) : null
  if (filter && isTooLarge(filter)) faults.set(root.id, 'filter.tooLarge')
  return { filter: faults.size === 0 ? filter : null, faults }
}

function isTooLarge(filter: Filter): boolean {
  const { conditions, depth } = sizeOfFilter(filter)
  return conditions > mostConditions || depth > deepestFilter
}

function faultOf({ field, op, values }: ConditionDraft): TextKey | null {
  if (field === null) return 'group.filter.chooseField'
  const fault = faultOfCondition({ field, op, values })
  return fault === null ? null : (known.find((text) => text === fault) ?? 'filter.valueInvalid')
}

/** The faults that the contract finds in a condition. */
const known = [
  'filter.unknownOperator',
  'filter.valueMissing',
  'filter.valueInvalid',
] as const satisfies readonly TextKey[]
