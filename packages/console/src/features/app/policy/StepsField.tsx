import { useState } from 'react'
import { TextInput } from '../../../ui/controls.ts'
import { asciiDigits } from '../../../ui/form/digits.ts'
import type { FieldHold } from '../../../ui/form/fields.tsx'

/** Shares in percent, in one line. */
export function StepsField({
  value,
  onChange,
  hint,
  ...rest
}: FieldHold & { readonly hint: string }) {
  const [text, setText] = useState(Array.isArray(value) ? value.join(', ') : '')
  return (
    <TextInput
      {...rest}
      description={hint}
      dir="ltr"
      autoComplete="off"
      value={text}
      onChange={(event) => {
        const typed = asciiDigits(event.currentTarget.value)
        setText(typed)
        const parts = typed.split(/[\s,;،]+/).filter((part) => part !== '')
        onChange(parts.map((part) => (/^\d{1,3}$/.test(part) ? Number(part) : part)))
      }}
    />
  )
}
