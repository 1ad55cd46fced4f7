import { useState } from 'react'
import { t } from '../../../platform/texts.ts'
import { LinesField } from '../../../ui/form/moreFields.tsx'
import classes from './group.module.css'
import { type Pasted, readSerials } from './serials.ts'

interface SerialsInputProps {
  readonly label: string
  /** What stands in it at first. */
  readonly start?: readonly string[]
  readonly onRead: (pasted: Pasted) => void
}

/** Serial numbers to paste, with how many were read and what is none. */
export function SerialsInput({ label, start = [], onRead }: SerialsInputProps) {
  const [lines, setLines] = useState(start)
  const { sns, faulty } = readSerials(lines.join('\n'))
  const change = (value: unknown) => {
    const next = Array.isArray(value) ? value.map(String) : []
    setLines(next)
    onRead(readSerials(next.join('\n')))
  }
  return (
    <div className={classes.serials}>
      <LinesField
        name="sns"
        label={label}
        hint={t('group.sns.hint')}
        value={lines}
        onChange={change}
        onBlur={() => undefined}
        error={
          faulty.length > 0
            ? t('group.sns.faulty', { sns: faulty.slice(0, 5).join(' ') })
            : undefined
        }
        required={false}
      />
      <output className={classes.read}>
        {sns.length > 0 && t('group.sns.read', { count: sns.length })}
      </output>
    </div>
  )
}
