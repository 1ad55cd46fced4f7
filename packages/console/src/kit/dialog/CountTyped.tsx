import { useEffect, useRef, useState } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { TextInput } from '../../ui/controls.ts'
import { asciiDigits } from '../../ui/form/digits.ts'

interface Props {
  readonly count: number
  readonly setTyped: (isTyped: boolean) => void
  /** Enter in a form agrees by itself. */
  readonly agree?: () => void
}

/** Asks for the number of records, in digits of either script, with or without marks between them. */
export function CountTyped({ count, setTyped, agree }: Props) {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // It comes a moment later than the question, whose first button has the focus by then.
  useEffect(() => field.current?.focus(), [])
  const isRight = (typed: string) => asciiDigits(typed).replace(/\D/g, '') === String(count)
  return (
    <TextInput
      ref={field}
      label={t('shell.typeCount', { count: formatNumber(count) })}
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        setTyped(isRight(target.value))
      }}
      onKeyDown={({ key }) => key === 'Enter' && isRight(text) && agree?.()}
      inputMode="numeric"
      autoComplete="off"
      mb="md"
    />
  )
}
