import { type SubmitEvent, useEffect, useRef, useState } from 'react'

/** What a form does when it is sent, once at a time. While it is under way, its button says so. */
export function useSubmit(work: (form: Element) => Promise<unknown>) {
  const [isSending, setSending] = useState(false)
  const before = useRef<Element | null>(null)
  // Its button was disabled meanwhile, and has lost the focus: whoever says no to a question goes on there.
  useEffect(() => {
    if (isSending || document.activeElement !== document.body) return
    if (before.current instanceof HTMLElement) before.current.focus()
  }, [isSending])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // For React a dialog stands within the form that it opens out of, which would take this for its own.
    event.stopPropagation()
    // Enter in a field sends it, too, whatever its button looks like.
    if (isSending) return
    before.current = document.activeElement
    setSending(true)
    void work(event.currentTarget).finally(() => setSending(false))
  }
  return { submit, isSending }
}
