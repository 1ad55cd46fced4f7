import type { TableColumn } from './columns.ts'

type Column = Pick<TableColumn<never>, 'id' | 'isState' | 'isSticky'>

/** Columns that say how a record is, the most telling first. */
const states = ['presence', 'state', 'result', 'lifecycle', 'status']

/** Facts of a card beside its state; a card without a state has one more. */
const mostFacts = 3

/**
 * What a row shows as a card below its first column, which says what it is: how it is, then the first
 * of the others. Columns that are no part of the card are in none of them.
 */
export function cardOf(columns: readonly Column[]): ReadonlyMap<string, 'state' | 'fact'> {
  const others = columns.slice(1).filter(({ isSticky }) => !isSticky)
  const state = stateOf(others)
  const facts = others.filter((column) => column !== state).slice(0, mostFacts + (state ? 0 : 1))
  return new Map([
    ...(state ? [[state.id, 'state'] as const] : []),
    ...facts.map(({ id }) => [id, 'fact'] as const),
  ])
}

function stateOf(columns: readonly Column[]): Column | undefined {
  const named = states.flatMap((id) => columns.filter((column) => column.id === id))
  return columns.find(({ isState }) => isState) ?? named[0]
}
