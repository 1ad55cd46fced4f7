import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Builder } from './useBuilder.ts'

/** What a builder hears of all its rows: that one was left, and the keys for a step back and forth. */
export function useFrameEvents(frame: RefObject<HTMLElement | null>, builder: Builder): void {
  const leave = useEffectEvent(({ target, relatedTarget }: FocusEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
    const isLeft = relatedTarget instanceof Node && !row?.contains(relatedTarget)
    if (isLeft && row?.dataset['row']) builder.leave(row.dataset['row'])
  })
  const press = useEffectEvent((event: KeyboardEvent) => {
    const step = stepOf(event, builder)
    if (!step) return
    event.preventDefault()
    step()
  })
  useEffect(() => {
    const around = frame.current
    around?.addEventListener('focusout', leave)
    around?.addEventListener('keydown', press)
    return () => {
      around?.removeEventListener('focusout', leave)
      around?.removeEventListener('keydown', press)
    }
  }, [frame])
}

/** The step that a key asks for; none where a text is being typed, which has its own way back. */
function stepOf(event: KeyboardEvent, { undo, redo }: Builder): (() => void) | null {
  const { target, key, ctrlKey, metaKey, shiftKey, altKey } = event
  if (!(ctrlKey || metaKey) || altKey || isTyping(target)) return null
  if (key === 'y' || (shiftKey && key.toLowerCase() === 'z')) return redo
  return key === 'z' ? undo : null
}

/** What opens a list holds a choice, not a text. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement &&
  target.type === 'text' &&
  target.value !== '' &&
  !target.hasAttribute('aria-haspopup')
