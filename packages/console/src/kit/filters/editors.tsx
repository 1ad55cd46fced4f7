import { type SubmitEvent, useEffect, useEffectEvent, useState } from 'react'
import { TextInput } from '../../ui/controls.ts'
import { MomentInput } from '../dates/MomentInput.tsx'

interface TextEditorProps {
  readonly label: string
  readonly value: string
  readonly apply: (value: string) => void
  readonly close: () => void
}

/** A text: it applies with Enter, and when its place is left. */
export function TextEditor({ label, value, apply, close }: TextEditorProps) {
  const [typed, setTyped] = useState(value)
  const tell = useEffectEvent(() => {
    if (typed.trim() !== value) apply(typed.trim())
  })
  useEffect(() => () => tell(), [])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    close()
  }
  return (
    <form onSubmit={submit}>
      <TextInput
        data-autofocus
        label={label}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </form>
  )
}

interface MomentEditorProps extends Omit<TextEditorProps, 'close'> {
  readonly isEnd: boolean
}

/** A day and time: it applies when it is entered, or left. */
export const MomentEditor = ({ label, value, apply, isEnd }: MomentEditorProps) => (
  <MomentInput label={label} value={value} onChoose={apply} isEnd={isEnd} />
)
