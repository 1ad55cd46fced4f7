import type { Alarm } from '@muster/contract'
import { Ltr } from '../../kit/page/values.tsx'
import classes from './alarm.module.css'
import { alarmKindText } from './alarmTexts.ts'

/** What tells an alarm from others: what it is about, and whose it is. */
export type Told = Pick<Alarm, 'kind' | 'sn'>

/** Which alarm of which terminal a dialog is about. */
export const ActedOn = ({ alarm: { kind, sn } }: { readonly alarm: Told }) => (
  <p className={classes.told}>
    <strong>{alarmKindText(kind)}</strong> · <Ltr>{sn}</Ltr>
  </p>
)
