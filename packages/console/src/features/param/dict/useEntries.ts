import { paramDicts, type ReplyOf } from '@muster/contract'
import { useState } from 'react'
import { call } from '../../../kit/call.ts'
import { outcomeOf } from '../../../kit/useAction.ts'
import { isXmlText, itemsIn, type ListedItem } from './jsonItems.ts'

type Read = ReplyOf<typeof paramDicts.readText>

/** The entries of a text: those of a JSON document at once, those of an XML schema when the server has read it. */
export function useEntries() {
  const [text, setText] = useState('')
  const [found, setFound] = useState<Read | null>(null)
  const isXml = isXmlText(text)
  const items: readonly ListedItem[] | null = isXml ? (found?.items ?? null) : itemsIn(text)
  return {
    text,
    isXml,
    /** Null: it lists none, or was not read yet. */
    items,
    /** What was left out of a schema. */
    notes: isXml ? (found?.notes ?? []) : [],
    change: (typed: string) => {
      setText(typed)
      setFound(null)
    },
    /** Has the server read a schema; why it cannot be read the call has told. */
    read: async () => {
      if (!isXml) return
      const outcome = await outcomeOf(call(paramDicts.readText, { body: { text } }))
      if ('reply' in outcome) setFound(outcome.reply)
    },
  }
}
