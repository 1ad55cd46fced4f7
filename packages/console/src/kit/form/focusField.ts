/**
 * After a form was not sent: its first field with a fault takes the focus, which brings it into sight
 * in a form longer than its dialog. The button that sent it was disabled meanwhile and has lost it.
 */
export function focusFault(form: Element | null): void {
  // The fields know of their problems with the next drawing.
  requestAnimationFrame(() => {
    const fault = form?.querySelector<HTMLElement>(faults)
    // What is said of several fields together is said by none of them.
    if (fault?.role === 'alert') fault.scrollIntoView({ block: 'center' })
    else if (fault) fault.focus()
    else focusFirst(form)
  })
}

/** A callout is read out as an alert is, and finds fault with nothing. */
const faults = '[aria-invalid="true"], [role="alert"]:not([data-callout])'

/** The mark tells the dialog's focus trap, which comes later, to leave the focus there. */
export function focusFirst(form: Element | null): void {
  const field = form?.querySelector<HTMLElement>('input, textarea')
  field?.setAttribute('data-autofocus', '')
  field?.focus()
}
