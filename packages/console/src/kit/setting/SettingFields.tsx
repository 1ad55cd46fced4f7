import type { TextKey } from '@muster/contract'
import type { ReactNode } from 'react'
import { t } from '../../platform/texts.ts'
import classes from './setting.module.css'

interface SettingFieldsProps {
  /** What the fields have in common; the first group needs no title. */
  readonly title?: TextKey
  readonly children: ReactNode
}

/** Fields of a setting that belong together. */
export function SettingFields({ title, children }: SettingFieldsProps) {
  if (!title) return <div className={classes.fields}>{children}</div>
  return (
    <fieldset className={classes.part}>
      <legend>{t(title)}</legend>
      <div className={classes.fields}>{children}</div>
    </fieldset>
  )
}
