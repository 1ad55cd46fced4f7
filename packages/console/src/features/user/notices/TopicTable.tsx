import type { NoticePreferences } from '@muster/contract'
import { nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Checkbox } from '../../../ui/controls.ts'
import styles from '../PersonalCenter.module.css'

interface TopicTableProps {
  readonly wishes: NoticePreferences
  readonly change: (part: Partial<NoticePreferences>) => void
}

/** A row for each topic, a column for each way of being told. */
export function TopicTable({ wishes, change }: TopicTableProps) {
  const { command, alarm, newSignIn } = wishes
  return (
    <table className={styles['topics']}>
      <thead>
        <tr>
          <th scope="col">{t('ucenter.notices.topic')}</th>
          <th scope="col">{t('ucenter.notices.app')}</th>
          <th scope="col">{t('ucenter.notices.mail')}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{t('ucenter.notices.command')}</th>
          <td>
            <Wish
              label={`${t('ucenter.notices.command')}: ${t('ucenter.notices.app')}`}
              isOn={command.app}
              set={(app) => change({ command: { app } })}
            />
          </td>
          <td>{nothing}</td>
        </tr>
        <tr>
          <th scope="row">{t('ucenter.notices.alarm')}</th>
          <td>
            <Wish
              label={`${t('ucenter.notices.alarm')}: ${t('ucenter.notices.app')}`}
              isOn={alarm.app}
              set={(app) => change({ alarm: { ...alarm, app } })}
            />
          </td>
          <td>
            <Wish
              label={`${t('ucenter.notices.alarm')}: ${t('ucenter.notices.mail')}`}
              isOn={alarm.mail}
              set={(mail) => change({ alarm: { ...alarm, mail } })}
            />
          </td>
        </tr>
        <tr>
          <th scope="row">{t('ucenter.notices.newSignIn')}</th>
          <td>
            <Wish
              label={`${t('ucenter.notices.newSignIn')}: ${t('ucenter.notices.app')}`}
              isOn={newSignIn.app}
              set={(app) => change({ newSignIn: { ...newSignIn, app } })}
            />
          </td>
          <td>
            <Wish
              label={`${t('ucenter.notices.newSignIn')}: ${t('ucenter.notices.mail')}`}
              isOn={newSignIn.mail}
              set={(mail) => change({ newSignIn: { ...newSignIn, mail } })}
            />
          </td>
        </tr>
      </tbody>
    </table>
  )
}

interface WishProps {
  readonly label: string
  readonly isOn: boolean
  readonly set: (isOn: boolean) => void
}

function Wish({ label, isOn, set }: WishProps) {
  return (
    <Checkbox
      aria-label={label}
      checked={isOn}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  )
}
