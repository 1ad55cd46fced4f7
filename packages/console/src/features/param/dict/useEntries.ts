import { paramDicts, type ReplyOf } from '@muster/contract'
import { useMemo, useState } from 'react'
import { call } from '../../../kit/call.ts'
import { outcomeOf } from '../../../kit/useAction.ts'
import { isSchemaText, itemsIn, type ListedItem } from './jsonItems.ts'

type Read = ReplyOf<typeof paramDicts.readText>

/** The entries of a text: those of a JSON document at once, those of a schema when the server has read it. */
export function useEntries() {
  const [text, setText] = useState('')
  const [found, setFound] = useState<Read | null>(null)
  const isSchema = useMemo(() => isSchemaText(text), [text])
  const items: readonly ListedItem[] | null = isSchema ? (found?.items ?? null) : itemsIn(text)
  return {
    text,
    isSchema,
    /** Null: it lists none, or was not read yet. */
    items,
    /** What was left out of a schema. */
    notes: isSchema ? (found?.notes ?? []) : [],
    change: (typed: string) => {
      setText(typed)
      setFound(null)
    },
    /** Has the server read a schema, and answers its entries; why it cannot be read the call has told. */
    read: async () => {
      if (!isSchema) return null
      const outcome = await outcomeOf(call(paramDicts.readText, { body: { text } }))
      if (!('reply' in outcome)) return null
      setFound(outcome.reply)
      return outcome.reply.items
    },
  }
}
