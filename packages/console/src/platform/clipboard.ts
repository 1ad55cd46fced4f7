/** Puts text on the clipboard, also over plain HTTP, which has no other way than a copy command. */
export async function putOnClipboard(text: string): Promise<void> {
  if (isSecureContext) return navigator.clipboard.writeText(text)
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  addEventListener('copy', give, { capture: true, once: true })
  document.execCommand('copy')
  removeEventListener('copy', give, { capture: true })
}
