import type { NoticePreferences } from '@muster/contract'
import { TimeInput } from '../../../kit/dates/TimeInput.tsx'
import { useSession } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { Checkbox } from '../../../ui/controls.ts'
import styles from '../PersonalCenter.module.css'

type Quiet = NoticePreferences['quiet']

interface QuietHoursProps {
  readonly quiet: Quiet
  readonly change: (quiet: Quiet) => void
}

/** Hours in which mails wait, by the clock of the user's own zone. */
export function QuietHours({ quiet, change }: QuietHoursProps) {
  const own = useSession((state) => state.user?.timeZone)
  const timeZone = own ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
  const set = (part: Partial<Quiet>) => change({ ...quiet, timeZone, ...part })
  return (
    <fieldset className={styles['plainSet']}>
      <Checkbox
        label={t('ucenter.notices.quiet')}
        description={t('ucenter.notices.quietText')}
        checked={quiet.isOn}
        onChange={(event) => set({ isOn: event.currentTarget.checked })}
      />
      {quiet.isOn && (
        <div className={styles['row']}>
          <TimeInput
            label={t('ucenter.notices.from')}
            value={quiet.from}
            required
            onChange={(from) => set({ from })}
          />
          <TimeInput
            label={t('ucenter.notices.until')}
            value={quiet.until}
            required
            onChange={(until) => set({ until })}
          />
        </div>
      )}
    </fieldset>
  )
}
