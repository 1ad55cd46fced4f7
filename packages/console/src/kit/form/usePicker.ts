import { type Call, mostTreeNodes } from '@muster/contract'
import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type * as z from 'zod/mini'
import { soughtText } from '../../ui/form/digits.ts'
import { linesOf, type TreeNode } from '../../ui/tree/lines.ts'
import { call } from '../call.ts'
import { usePage } from '../page/page.ts'
import { query } from '../queries.ts'
import { noteName, notedName } from './notedNames.ts'
import { useCan } from '../session.ts'

interface Choice {
  readonly id: string
  readonly name: string
  readonly code: string | null
  /** Whose it is, where that tells those apart that are called the same. */
  readonly orgName?: string | undefined
  /** What one has to know of it before it is chosen, in the reader's language. */
  readonly note?: string | null
}

/** A choice with its depth in the tree; without a tree it is 0. */
export interface PlacedChoice extends Choice {
  readonly depth: number
}

type ListCall = Call<{
  readonly query: z.ZodMiniType<unknown, Record<string, unknown>>
  readonly reply: z.ZodMiniType<Choice[]>
}>
type TreeCall = Call<{ readonly reply: z.ZodMiniType<TreeNode[]> }>

/** A group whose records can be picked, as a list or as a tree. */
export interface PickerGroup {
  readonly list: ListCall
  readonly tree?: TreeCall
  /** What else the list is asked for: offers those that fit another field only. */
  readonly where?: Readonly<Record<string, string>>
}

interface Picking {
  readonly value: string | null
  readonly keyword: string
  /** Nothing is read for a picker that was never opened, but the chosen record's name. */
  readonly isOpen: boolean
}

/** The records a picker offers, and the chosen one also when it is not among them. */
export function usePicker(of: PickerGroup, { value, keyword, isOpen }: Picking) {
  const subscribed = usePage().active
  const isAllowed = useCan(of.list.permission)
  const tree = useTree(of.tree, isAllowed && (isOpen || value !== null))
  const lines = linesOf(tree.data ?? [])
  const isCut = isTreeCut(lines)
  // Of a tree that is here as a whole nothing is asked; what is left out of one, the server finds.
  const isSought = of.tree ? isCut && keyword !== '' : true
  const found = useQuery({
    ...query(of.list, {
      query: { ...of.where, ...(keyword && { keyword: soughtText(keyword) }) },
    }),
    enabled: isAllowed && isOpen && isSought,
    placeholderData: keepPreviousData,
    subscribed,
  })
  const chosen = useQuery({
    ...query(of.list, { query: { id: value } }),
    enabled:
      isAllowed &&
      value !== null &&
      (of.tree ? isCut && !lines.some(({ id }) => id === value) : true),
    subscribed,
  })
  const offered: readonly PlacedChoice[] = isSought ? flat(found.data) : lines
  const known = [...offered, ...lines, ...flat(chosen.data)].find(({ id }) => id === value)
  const name = known?.name
  const isNaming = chosen.isLoading || (value !== null && tree.isLoading)
  useEffect(() => {
    if (value !== null && name !== undefined) noteName(value, name)
  }, [value, name])
  return {
    offered,
    chosen: known ?? (isNaming ? noted(value) : null),
    /** What the chosen record is called is still being read. */
    isNaming,
    isAllowed,
    isLoading: tree.isFetching || found.isFetching,
    /** The tree is larger than what of it is here: the server finds what is typed. */
    isCut,
    /** The server finds what is typed: only a tree may be here as a whole. */
    isAsking: !of.tree || isCut,
  }
}

/** Whether a tree has more nodes than are told of it. */
export const isTreeCut = (lines: readonly unknown[]): boolean => lines.length > mostTreeNodes

/** What a chosen record was called when this browser tab last read it: a reload names it at once. */
function noted(id: string | null): PlacedChoice | null {
  const name = id === null ? null : notedName(id)
  return id === null || name === null ? null : { id, name, code: null, depth: 0 }
}

const flat = (choices: readonly Choice[] = []): PlacedChoice[] =>
  choices.map((choice) => ({ ...choice, depth: 0 }))

/** The tree of a group, read once something shows it. */
export function useTree(of: TreeCall | undefined, isWanted: boolean) {
  return useQuery({
    queryKey: [of?.path ?? 'no tree', {}],
    queryFn: of ? ({ signal }) => call(of, {}, { signal }) : skipToken,
    enabled: isWanted,
    subscribed: usePage().active,
  })
}
