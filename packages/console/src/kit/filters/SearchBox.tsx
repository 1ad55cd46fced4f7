import type { TextKey } from '@muster/contract'
import {
  type KeyboardEvent,
  type SubmitEvent,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from 'react'
import { formatEither } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { searchDelay } from '../../ui/form/useDebounced.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { Row } from '../list/listed.ts'
import type { List } from '../list/useList.ts'
import classes from './filters.module.css'

interface SearchBoxProps<R extends Row> {
  readonly list: List<R>
  readonly keyword: readonly TextKey[]
  /** Pressed where there is nothing left to delete. */
  readonly onBackspace: () => void
}

/** Searches while one types, and at once with Enter. */
export function SearchBox<R extends Row>({ list, keyword, onBackspace }: SearchBoxProps<R>) {
  const id = useId()
  const { typed, type, apply } = useTyped(list)
  const sought = formatEither(keyword.map((key) => t(key)))
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    apply(typed)
  }
  const press = (event: KeyboardEvent) => {
    // Held down to empty the box, the key takes no filter along.
    if (event.key === 'Backspace' && typed === '' && !event.repeat) onBackspace()
  }
  return (
    <form className={classes.search} onSubmit={submit}>
      <Icon name="search" size={16} />
      <label className={classes.hidden} htmlFor={id}>
        {sought}
      </label>
      <input
        id={id}
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        placeholder={sought}
        title={sought}
        aria-keyshortcuts="/"
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={press}
      />
      <kbd aria-hidden="true">/</kbd>
    </form>
  )
}

/** What stands in the box: it goes to the server as soon as the typing rests. */
function useTyped<R extends Row>(list: List<R>) {
  const applied = list.state.keyword
  const [known, setKnown] = useState(applied)
  const [typed, type] = useState(applied)
  const [sent, setSent] = useState(applied)
  if (applied !== known) {
    setKnown(applied)
    // A view, the way back, or "Clear"; what came from here may be longer by now.
    if (applied !== sent) type(applied)
    setSent(applied)
  }
  const apply = (text: string) => {
    const keyword = text.trim()
    if (keyword === applied) return
    setSent(keyword)
    list.change({ keyword })
  }
  const follow = useEffectEvent(apply)
  useEffect(() => {
    const rest = setTimeout(() => follow(typed), searchDelay)
    return () => clearTimeout(rest)
  }, [typed])
  return { typed, type, apply }
}
