import type { FilterOperator } from '@muster/contract'
import type { RawBuilder } from 'kysely'
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
export type Finds = (asked: Asked) => Condition | Promise<Condition>

/** For whom it is said what a terminal has itself. */
export interface Teller {
  /** What a condition names: of facts with many values these alone are told. */
  readonly values: readonly string[]
  /** Which rows of `device_group` may be told of. */
  readonly groups: Condition
}

/** What a terminal has itself, as an array of texts over `device`, written as the values of a condition are. */
export type Has = (teller: Teller) => RawBuilder<unknown>

/** One of a few choices: a terminal has those that find it. */
export interface ChoiceFact {
  readonly finds: Finds
}

export interface Fact extends ChoiceFact {
  readonly has: Has
}

/** An operator that the contract does not allow for the fact: no filter that was checked has it. */
export function impossible({ op }: Pick<Asked, 'op'>): never {
  throw new Error(`a fact was asked for "${op}"`)
}
