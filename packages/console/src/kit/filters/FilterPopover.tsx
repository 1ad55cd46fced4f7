import { useEffect, useRef, useState } from 'react'
import { t } from '../../platform/texts.ts'
import { PopoverInPlace } from '../../ui/PopoverInPlace.tsx'
import { Choices } from './Choices.tsx'
import {
  type FilterField,
  type FilterFields,
  isEnd,
  isOfRecords,
  isOwn,
  labelOf,
  valuesOf,
} from './filterFields.ts'
import { FieldChoices } from './FieldChoices.tsx'
import { MomentEditor, TextEditor } from './editors.tsx'
import { RecordChoices } from './RecordChoices.tsx'

export interface FilterPopoverProps {
  readonly fields: FilterFields
  /** The filter that is set here; null: one of the fields is chosen first. */
  readonly name: string | null
  readonly value: string
  readonly close: () => void
  readonly change: (name: string, value: string) => void
}

/** Sets one filter, after it was chosen where there are several. */
export function FilterPopover({ fields, value, close, change, ...props }: FilterPopoverProps) {
  const [name, setName] = useState(props.name)
  const field = name === null ? undefined : fields[name]
  return (
    <PopoverInPlace
      label={t(field ? labelOf(field) : 'kit.addFilter')}
      position="bottom-start"
      width={272}
      close={close}
    >
      {field && name !== null ? (
        <Editor
          key={name}
          name={name}
          field={field}
          value={value}
          apply={(chosen) => change(name, chosen)}
          close={close}
        />
      ) : (
        <FieldChoices
          fields={fields}
          open={setName}
          set={(chosen, to) => {
            change(chosen, to)
            close()
          }}
        />
      )}
    </PopoverInPlace>
  )
}

interface EditorProps {
  readonly name: string
  readonly field: FilterField
  readonly value: string
  readonly apply: (value: string) => void
  readonly close: () => void
}

function Editor(props: EditorProps) {
  const place = useRef<HTMLDivElement>(null)
  // One types on, also where it came in the place of another step.
  useEffect(() => place.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={place}>
      <Input {...props} />
    </div>
  )
}

function Input({ name, field, value, apply, close }: EditorProps) {
  const choose = (chosen: string) => {
    apply(chosen)
    close()
  }
  if (typeof field === 'string')
    return <TextEditor label={t(field)} value={value} apply={apply} close={close} />
  if (isOwn(field)) return null
  if ('kind' in field)
    return <MomentEditor label={t(field.label)} value={value} apply={apply} isEnd={isEnd(name)} />
  if (isOfRecords(field))
    return <RecordChoices label={t(field.label)} of={field.of} value={value} onChoose={choose} />
  return (
    <Choices label={t(field.label)} options={valuesOf(field)} value={value} onChoose={choose} />
  )
}
