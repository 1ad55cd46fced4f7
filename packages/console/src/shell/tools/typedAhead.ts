import { closeTool, useOpenTool } from './openTool.ts'

/** What was typed before there was a field for it, and whether Enter ended it. */
export interface TypedAhead {
  readonly text: string
  readonly isEntered: boolean
}

const nothing: TypedAhead = { text: '', isEntered: false }
let typed = nothing
let stop = () => {}

/**
 * Keeps what is typed while the code of the search is still on its way: else it is lost, or the page
 * below takes it for keys of its own. A click or Escape ends that.
 */
export function keepTyped(): void {
  stop()
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, isComposing } = event
    if (ctrlKey || metaKey || altKey || isComposing || typed.isEntered) return
    if (key === 'Escape') closeTool()
    else if (key === 'Enter') typed = { ...typed, isEntered: typed.text !== '' }
    else if (key === 'Backspace') typed = { ...typed, text: typed.text.slice(0, -1) }
    else if (key.length === 1) typed = { ...typed, text: typed.text + key }
    else return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const unfollow = useOpenTool.subscribe(({ tool }) => tool !== 'search' && stop())
  stop = () => {
    unfollow()
    removeEventListener('keydown', press, true)
    removeEventListener('pointerdown', stop, true)
    typed = nothing
    stop = () => {}
  }
  addEventListener('keydown', press, true)
  addEventListener('pointerdown', stop, true)
}

/** Hands over what was kept, and keeps no more. */
export function takeTyped(): TypedAhead {
  const taken = typed
  stop()
  return taken
}
