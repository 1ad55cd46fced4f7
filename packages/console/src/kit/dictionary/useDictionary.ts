import { type DictionaryChoice, words } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { query } from '../queries.ts'

const none: readonly DictionaryChoice[] = []

/**
 * The items of a dictionary in their order, disabled ones among them; none until they are read.
 * Kept until the live stream says that one has changed.
 */
export function useDictionary(code: string): readonly DictionaryChoice[] {
  const input = { params: { code }, query: { all: '1' } } as const
  const { data } = useQuery({
    ...query(words.choices, input),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? none
}
