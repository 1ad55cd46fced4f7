import { readJson } from '../../platform/kept.ts'
import type { Values } from '../../ui/form/formRules.ts'

/** What was typed into a form, while the console is loaded anew; in this browser tab, until its user signs out. */
interface Draft {
  /** Which form, over what. */
  readonly form: string
  readonly values: Values
  /** When it was kept, in epoch milliseconds. */
  readonly at: number
}

const place = 'drafts'

/** Whoever comes to the form later has other things in mind. */
const lasts = 3_600_000

type Reader = () => Omit<Draft, 'at'> | null

const forms = new Set<Reader>()

/** Keeps what a form holds, whenever drafts are kept. Answers how to stop. */
export function followForm(read: Reader): () => void {
  forms.add(read)
  return () => forms.delete(read)
}

/** Keeps the input of all forms that are there, until they are drawn again. Answers whether there was room for it. */
export function keepDrafts(): boolean {
  const fresh = [...forms].flatMap((read) => read() ?? [])
  const names = new Set(fresh.map(({ form }) => form))
  const others = drafts().filter(({ form }) => !names.has(form))
  const at = Date.now()
  const all = [...others, ...fresh.map((draft) => ({ ...draft, at }))]
  try {
    sessionStorage.setItem(place, JSON.stringify(all))
    return true
  } catch {
    return false
  }
}

/** What was typed into a form before. */
export const draftOf = (form: string): Values | null =>
  drafts().find((draft) => draft.form === form)?.values ?? null

/** Whether there is input that waits for its form. */
export const hasDrafts = (): boolean => drafts().length > 0

/** It is in its form again. */
export function forgetDraft(form: string): void {
  const others = drafts().filter((draft) => draft.form !== form)
  sessionStorage.setItem(place, JSON.stringify(others))
}

function drafts(): readonly Draft[] {
  const found = readJson(sessionStorage, place)
  const after = Date.now() - lasts
  return Array.isArray(found) ? found.filter(isDraft).filter(({ at }) => at > after) : []
}

function isDraft(value: unknown): value is Draft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'form' in value &&
    'values' in value &&
    'at' in value
  )
}
