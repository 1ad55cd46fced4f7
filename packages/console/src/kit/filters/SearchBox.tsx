import type { TextKey } from '@muster/contract'
import { type KeyboardEvent, type SubmitEvent, useId } from 'react'
import { formatEither } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import classes from './filters.module.css'
import type { Typed } from './useTyped.ts'

interface SearchBoxProps extends Typed {
  readonly keyword: readonly TextKey[]
  /** Pressed where there is nothing left to delete. */
  readonly onBackspace: () => void
}

/** Searches while one types, and at once with Enter. */
export function SearchBox({ typed, type, apply, keyword, onBackspace }: SearchBoxProps) {
  const id = useId()
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
