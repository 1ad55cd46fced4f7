import { type KeyboardEvent, useEffect, useRef } from 'react'

interface Taking {
  /** What the field reads while nothing is typed into it. */
  readonly shown: string
  /** The options are not yet those of what is typed. */
  readonly isAwaited?: boolean
  /** Leaves the field without a choice, where it may be. */
  readonly clear?: (() => void) | undefined
}

/**
 * Enter in a list to choose from takes what is highlighted (the library does), else the first option
 * of what is typed, once it is there. It never submits the form around a half-typed word.
 */
export function useEnterTakes({ shown, isAwaited = false, clear }: Taking) {
  const waiting = useRef<HTMLInputElement | null>(null)
  useEffect(() => {
    if (isAwaited || !waiting.current) return
    optionsOf(waiting.current)?.querySelector<HTMLElement>('[data-combobox-option]')?.click()
    waiting.current = null
  })
  return (event: KeyboardEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    waiting.current = null
    const options = optionsOf(input)
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !options) return
    if (input.value === shown || options.querySelector('[data-combobox-selected]')) return
    event.preventDefault()
    event.stopPropagation()
    if (input.value.trim() === '') clear?.()
    else if (isAwaited) waiting.current = input
    else options.querySelector<HTMLElement>('[data-combobox-option]')?.click()
  }
}

/** The list of a field, while it is open. */
const optionsOf = (input: HTMLInputElement) =>
  document.getElementById(input.getAttribute('aria-controls') ?? '')
