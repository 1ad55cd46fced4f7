import { NativeSelect } from '@mantine/core'

interface ChoiceInputProps {
  readonly label: string
  /** Value and text of each choice. */
  readonly options: Readonly<Record<string, string>>
  /** Empty: none. */
  readonly value: string
  readonly onChoose: (value: string) => void
  /** What stands for no choice; without it, a choice once made can only be changed. */
  readonly none?: string | undefined
  readonly name?: string
  readonly error?: string | undefined
  readonly required?: boolean
  readonly onBlur?: () => void
}

/** One of a few choices: the browser's own list, which every keyboard, finger and screen reader knows. */
export function ChoiceInput({ options, value, onChoose, none, ...rest }: ChoiceInputProps) {
  return (
    <NativeSelect {...rest} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
      {(none !== undefined || value === '') && <option value="">{none ?? ''}</option>}
      {Object.entries(options).map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </NativeSelect>
  )
}
