import { refreshFront } from '../tabs/store.ts'
import { shownDialogs } from '../../ui/shown.ts'
import { type Tool, openTool } from './openTool.ts'
import { keepTyped } from './typedAhead.ts'

type Press = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'
>

/** The tool that a key opens; a plain sign counts only where nobody is typing. */
export function toolOfKey(press: Press, isTyping: boolean): Tool | null {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey, isComposing } = press
  if (isComposing || altKey) return null
  // By the key's place too: an Arabic keyboard has another letter there.
  const isK = key.toLowerCase() === 'k' || code === 'KeyK'
  if ((ctrlKey || metaKey) && isK) return shiftKey ? null : 'search'
  return !ctrlKey && !metaKey && !isTyping && (key === '?' || key === '؟') ? 'keys' : null
}

/** Alt R, by the key's place: with Alt, a Mac and an Arabic keyboard have other letters there. */
const isRefresh = ({ code, ctrlKey, metaKey, altKey, shiftKey, isComposing }: Press) =>
  code === 'KeyR' && altKey && !ctrlKey && !metaKey && !shiftKey && !isComposing

/** Opens tools and refreshes the page in front by their keys; answers how to stop. */
export function followToolKeys(): () => void {
  const press = (event: KeyboardEvent) => {
    // What is over the page keeps the keys for itself.
    if (event.defaultPrevented || shownDialogs().length > 0) return
    if (isRefresh(event)) {
      event.preventDefault()
      refreshFront()
      return
    }
    const tool = toolOfKey(event, isTyping(event.target))
    if (!tool) return
    event.preventDefault()
    if (tool === 'search') keepTyped()
    openTool(tool)
  }
  addEventListener('keydown', press)
  return () => removeEventListener('keydown', press)
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select'))
