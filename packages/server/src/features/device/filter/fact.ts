import type { FilterOperator } from '@muster/contract'
import type { Condition } from '../../../kit/page.ts'
import type { Lookup } from './lookup.ts'

/** A condition as its fact reads it; an operator that says the opposite of another one never comes here. */
export interface Asked {
  readonly op: FilterOperator
  /** The only value, or the first. */
  readonly value: string
  readonly values: readonly string[]
  readonly lookup: Lookup
}

/** Answers a condition over `device`, by columns that have an index where there are many terminals. */
export type Fact = (asked: Asked) => Condition | Promise<Condition>

/** An operator that the contract does not allow for the fact: no filter that was checked has it. */
export function impossible({ op }: Pick<Asked, 'op'>): never {
  throw new Error(`a fact was asked for "${op}"`)
}
