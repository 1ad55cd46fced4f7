import type { TextKey } from '@muster/contract'
import { t } from '../../platform/texts.ts'
import { DoorPage } from './DoorPage.tsx'
import styles from './door.module.css'
import { WayBack } from './WayBack.tsx'

interface Props {
  readonly title: TextKey
  readonly text: TextKey
}

/** It is done: what comes next, and back to the sign-in. */
export function WayOut({ title, text }: Props) {
  return (
    <DoorPage title={t(title)}>
      <p className={styles['lead']} role="status">
        {t(text)}
      </p>
      <WayBack />
    </DoorPage>
  )
}
