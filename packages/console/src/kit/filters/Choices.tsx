import { useState } from 'react'
import { t } from '../../platform/texts.ts'
import { Combobox, useCombobox } from '../../ui/Combobox.ts'
import { TextInput } from '../../ui/controls.ts'
import { useEnterTakes } from '../../ui/form/useEnterTakes.ts'
import { sameLetters } from '../../ui/form/sameLetters.ts'
import { OptionLine } from '../form/OptionLine.tsx'
import classes from './filters.module.css'

export interface Choice {
  readonly id: string
  readonly text: string
  /** What is set to it, where that is not said elsewhere. */
  readonly of?: string
  /** How far in it stands, for what is a tree. */
  readonly depth?: number | undefined
  readonly code?: string | null
  readonly note?: string | null | undefined
}

interface Search {
  readonly typed: string
  readonly type: (text: string) => void
  /** The options are not yet those of what is typed. */
  readonly isAwaited: boolean
}

interface ChoicesProps {
  readonly label: string
  readonly options: readonly Choice[]
  readonly value?: string
  readonly onChoose: (id: string) => void
  /** The server finds what matches; without it the options here are searched. */
  readonly search?: Search
  /** What has to be known of the options, below the field's name. */
  readonly description?: string
  readonly placeholder?: string
  /** What stands in the place of options while there are none. */
  readonly nothing?: string
  /** What has to be known below the options, also while there are some: others are awaited. */
  readonly more?: string
}

/** A list to choose from, by typing, keys or a click. */
export function Choices(props: ChoicesProps) {
  const { label, options, value, onChoose, search, description, nothing, more } = props
  const [word, setWord] = useState('')
  const combobox = useCombobox({ opened: true })
  const typed = search?.typed ?? word
  const takeOnEnter = useEnterTakes({ shown: '', isAwaited: search?.isAwaited ?? false })
  const offered = search ? options : options.filter(({ text }) => sameLetters(text, word))
  const type = (text: string) => {
    ;(search?.type ?? setWord)(text)
    combobox.resetSelectedOption()
  }
  return (
    <Combobox store={combobox} onOptionSubmit={onChoose}>
      <Combobox.EventsTarget>
        <TextInput
          data-autofocus
          size="xs"
          aria-label={label}
          description={description}
          placeholder={props.placeholder ?? label}
          value={typed}
          onKeyDownCapture={takeOnEnter}
          onChange={(event) => type(event.currentTarget.value)}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={classes.options} aria-label={label}>
        {offered.map(({ id, text, ...line }) => (
          <Combobox.Option key={id} value={id} selected={id === value}>
            <OptionLine {...line} name={text} />
          </Combobox.Option>
        ))}
        {offered.length === 0 && more === undefined && (
          <Combobox.Empty>{nothing ?? t('kit.noMatch')}</Combobox.Empty>
        )}
      </Combobox.Options>
      {more !== undefined && <output className={classes.more}>{more}</output>}
    </Combobox>
  )
}
