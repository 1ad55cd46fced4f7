import { useState } from 'react'

type Values = Readonly<Record<string, string>>

/** What was typed but not applied; forgotten as soon as other values are applied. */
export function useDraft(applied: Values) {
  const [edits, setEdits] = useState<{ over: string; values: Values }>({ over: '', values: {} })
  const over = JSON.stringify(applied)
  const typed = edits.over === over ? edits.values : {}
  return {
    values: { ...applied, ...typed },
    set: (name: string, value: string) => setEdits({ over, values: { ...typed, [name]: value } }),
  }
}

/** The values without blanks around them. */
export function trimmed(values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()]))
}
