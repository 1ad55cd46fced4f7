import { type KeyboardEvent, useEffect, useState } from 'react'
import { t } from '../../../platform/texts.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { TopDialog } from '../../../ui/TopDialog.tsx'
import { takeTyped, type TypedAhead } from '../typedAhead.ts'
import styles from './SearchDialog.module.css'
import { SuggestionList } from './SuggestionList.tsx'
import type { Suggestion } from './suggestions.ts'
import { useSuggestions } from './useSuggestions.ts'

/** Milliseconds that typing rests before suggestions are filtered (product spec, section 2). */
const rest = 500

/** The search dialog and command palette. */
export function SearchDialog({ close }: { readonly close: () => void }) {
  const [ahead] = useState(takeTyped)
  return (
    <TopDialog
      closesBeside
      className={styles['dialog']}
      aria-label={t('tools.search')}
      onClose={close}
    >
      <Palette close={close} ahead={ahead} />
    </TopDialog>
  )
}

interface PaletteProps {
  readonly close: () => void
  readonly ahead: TypedAhead
}

function Palette({ close, ahead }: PaletteProps) {
  const { typed, settled, type, settle } = useTyping(ahead)
  const [at, setAt] = useState(0)
  const [isHasty, setHasty] = useState(ahead.isEntered)
  const { list, isSearching, isError } = useSuggestions(settled)
  const isSettled = typed === settled && !isSearching
  const marked = Math.min(at, list.length - 1)
  const choose = (one: Suggestion | undefined) => {
    if (!one) return
    close()
    one.choose()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const next = stepOf(event.key, marked, list.length)
    if (next !== null) setAt(next)
    else if (event.key !== 'Enter') return
    else if (isSettled) choose(list[marked])
    else {
      settle()
      setHasty(true)
    }
    event.preventDefault()
  }
  // Whoever presses Enter before the suggestions are there means the first of them.
  const hasty = isHasty && isSettled ? list[0] : undefined
  useEffect(() => {
    if (!hasty) return
    close()
    hasty.choose()
  }, [hasty, close])
  return (
    <>
      <div className={styles['line']}>
        <Icon name="search" />
        <input
          className={styles['input']}
          role="combobox"
          aria-expanded="true"
          aria-controls="suggestions"
          aria-activedescendant={list.length > 0 ? `suggestion-${marked}` : undefined}
          aria-autocomplete="list"
          aria-label={t('tools.searchLabel')}
          placeholder={t('tools.searchLabel')}
          autoComplete="off"
          maxLength={64}
          value={typed}
          onChange={({ target }) => {
            type(target.value)
            setAt(0)
            setHasty(false)
          }}
          onKeyDown={onKey}
        />
        <kbd className={styles['key']}>Esc</kbd>
      </div>
      <SuggestionList list={list} marked={marked} choose={choose} />
      <p className={styles['state']} role="status">
        {stateText({ isSettled, isError, count: list.length })}
      </p>
    </>
  )
}

/** What is typed at once, and what it was when the typing last rested. */
function useTyping({ text, isEntered }: TypedAhead) {
  const [typed, type] = useState(text)
  const [settled, setSettled] = useState(isEntered ? text : '')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), rest)
    return () => clearTimeout(timer)
  }, [typed])
  return { typed, settled, type, settle: () => setSettled(typed) }
}

/** Where a key leads in the list; null for keys that lead nowhere. */
function stepOf(key: string, at: number, length: number): number | null {
  if (length === 0) return null
  if (key === 'ArrowDown') return (at + 1) % length
  if (key === 'ArrowUp') return (at - 1 + length) % length
  if (key === 'PageDown') return Math.min(at + 8, length - 1)
  return key === 'PageUp' ? Math.max(at - 8, 0) : null
}

interface State {
  readonly isSettled: boolean
  readonly isError: boolean
  readonly count: number
}

function stateText({ isSettled, isError, count }: State): string {
  if (!isSettled) return t('tools.searching')
  if (isError) return t('tools.searchFailed')
  return count === 0 ? t('kit.noMatch') : t('tools.searchHint')
}
