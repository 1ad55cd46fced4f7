import { type SubmitEvent, useState } from 'react'
import { useFocusBack } from './useFocusBack.ts'

/** What a form does when it is sent, once at a time. While it is under way, its button says so. */
export function useSubmit(work: (form: Element) => Promise<unknown>) {
  const [isSending, setSending] = useState(false)
  const remember = useFocusBack(isSending)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // For React a dialog stands within the form that it opens out of, which would take this for its own.
    event.stopPropagation()
    // Enter in a field sends it, too, whatever its button looks like.
    if (isSending) return
    remember()
    setSending(true)
    void work(event.currentTarget).finally(() => setSending(false))
  }
  return { submit, isSending }
}
