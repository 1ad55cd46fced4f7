import { type SubmitEvent, useState } from 'react'

/** What a form does when it is sent, once at a time. While it is under way, its button says so. */
export function useSubmit(work: () => Promise<unknown>) {
  const [isSending, setSending] = useState(false)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // Enter in a field sends it, too, whatever its button looks like.
    if (isSending) return
    setSending(true)
    void work().finally(() => setSending(false))
  }
  return { submit, isSending }
}
