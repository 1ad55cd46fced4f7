import type { UploadType } from '@muster/contract'
import { useRef, useState } from 'react'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import type { FieldHold } from '../../../ui/form/fields.tsx'
import { FileField } from './FileField.tsx'
import classes from './upload.module.css'

interface FilesFieldProps extends FieldHold {
  readonly type: UploadType
  readonly most: number
  /** Names of the files that the record has already, by their ids. */
  readonly known: Readonly<Record<string, string>>
}

/** Some files of a record: each is sent when it is chosen, and belongs to the record with its save. */
export function FilesField({ value, onChange, type, most, known, ...hold }: FilesFieldProps) {
  const [sent, setSent] = useState<Readonly<Record<string, string>>>({})
  const arrived = useRef('')
  const ids: readonly unknown[] = Array.isArray(value) ? value : []
  const chosen = ids.map(String)
  const names = { ...known, ...sent }
  return (
    <>
      {chosen.length < most && (
        <FileField
          {...hold}
          // Each file that has arrived leaves the field empty for the next one.
          key={Object.keys(sent).length}
          value=""
          known={null}
          {...(chosen.length > 0 && { placeholder: t('upload.another') })}
          type={type}
          onChange={(id) => {
            arrived.current = String(id)
          }}
          onSent={({ name }) => {
            const id = arrived.current
            setSent((before) => ({ ...before, [id]: name }))
            onChange([...chosen, id])
          }}
        />
      )}
      {chosen.length > 0 && (
        <ul className={classes.items} aria-label={hold.label}>
          {chosen.map((id) => (
            <li key={id} className={classes.item}>
              <bdi className={classes.name}>{names[id] ?? id}</bdi>
              <Button
                variant="subtle"
                size="xs"
                aria-label={t('upload.takeOutOf', { name: names[id] ?? id })}
                onClick={() => onChange(chosen.filter((one) => one !== id))}
              >
                {t('upload.takeOut')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
