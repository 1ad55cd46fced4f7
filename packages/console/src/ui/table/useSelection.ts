import { useEffect, useState } from 'react'

/** `B`: the calls that change all that match. */
export interface Selection<B = unknown> {
  readonly selected: ReadonlySet<string>
  readonly select: (ids: readonly string[], isOn: boolean) => void
  readonly clearSelection: () => void
  /** All that match are chosen, also those that nobody has seen; `selected` is empty then. */
  readonly isAll: boolean
  readonly selectAll: () => void
  /** The chosen ones are the first that match, as they were listed. */
  readonly isFirst: boolean
  /** Chooses these and no others. */
  readonly selectFirst: (ids: readonly string[]) => void
  /** Whether something on the screen acts on chosen rows; only then there are check boxes. */
  readonly isSelectable: boolean
  /** Null: nothing here takes all that match. */
  readonly batch: B | null
  readonly offerBatch: (batch: B) => void
  readonly offerSelection: () => void
  /** Whether something on the screen takes all that match, by a way of its own beside `batch`. */
  readonly takesAll: boolean
  readonly offerAll: () => void
}

const none: ReadonlySet<string> = new Set()

/** In which way rows were chosen. */
type Way = 'each' | 'all' | 'first'

interface Choice {
  readonly scope: string
  readonly ids: ReadonlySet<string>
  readonly way: Way
}

/** Chosen rows by id, kept over pages; another scope (filter, keyword) starts with none. */
export function useSelection<B>(scope: string): Selection<B> {
  const [chosen, setChosen] = useState<Choice>({ scope, ids: none, way: 'each' })
  const [isSelectable, setSelectable] = useState(false)
  const [takesAll, setTakesAll] = useState(false)
  const [batch, offerBatch] = useState<B | null>(null)
  const isSame = chosen.scope === scope
  const selected = isSame ? chosen.ids : none
  const choose = (way: Way, ids: Iterable<string> = []) =>
    setChosen({ scope, ids: new Set(ids), way })
  return {
    selected,
    select: (ids, isOn) =>
      // Over what is chosen by then: a key and its box may choose one after the other.
      setChosen((last) => {
        const next = new Set(last.scope === scope ? last.ids : none)
        for (const id of ids) {
          if (isOn) next.add(id)
          else next.delete(id)
        }
        return { scope, ids: next, way: 'each' }
      }),
    clearSelection: () => choose('each'),
    isAll: isSame && chosen.way === 'all',
    selectAll: () => choose('all'),
    isFirst: isSame && chosen.way === 'first',
    selectFirst: (ids) => choose('first', ids),
    isSelectable,
    batch,
    offerBatch: (of) => offerBatch(() => of),
    offerSelection: () => setSelectable(true),
    takesAll,
    offerAll: () => setTakesAll(true),
  }
}

/** Turns a list's check boxes on: for a part that acts on the chosen rows and may be used. */
export function useOfferSelection(
  list: Pick<Selection, 'isSelectable' | 'offerSelection'>,
  isAllowed: boolean,
): void {
  useEffect(() => {
    if (isAllowed && !list.isSelectable) list.offerSelection()
  })
}

/** Offers all that match: for a part that can act on them and may be used. */
export function useOfferAll(
  list: Pick<Selection, 'takesAll' | 'offerAll'>,
  isAllowed: boolean,
): void {
  useEffect(() => {
    if (isAllowed && !list.takesAll) list.offerAll()
  })
}

/** What a page shows as chosen; whoever takes one row out of all keeps the others of the page. */
export function onPage(list: PageChoice) {
  if (!list.isAll) return { selected: list.selected, select: list.select }
  const ids = list.rows.map(({ id }) => id)
  return {
    selected: new Set(ids),
    select: (some: readonly string[]) =>
      list.select(
        ids.filter((id) => !some.includes(id)),
        true,
      ),
  }
}

interface PageChoice extends Pick<Selection, 'isAll' | 'selected' | 'select'> {
  readonly rows: readonly { readonly id: string }[]
}

interface Chosen extends Pick<Selection, 'isAll' | 'selected'> {
  readonly sought: Readonly<Record<string, string>>
  readonly total: number
}

/** The chosen rows of a list, as a batch call names them. */
export const chosenOf = ({ isAll, selected, sought, total }: Chosen) =>
  isAll ? { matching: sought, count: total } : { ids: [...selected] }

/** How many rows are chosen. */
export const countOf = ({ isAll, selected, total }: Omit<Chosen, 'sought'>): number =>
  isAll ? total : selected.size
