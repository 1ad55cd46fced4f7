import { apps } from '@muster/contract'
import { RecordPicker } from '../../../kit/form/RecordPicker.tsx'
import { usePage } from '../../../kit/page/page.ts'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import classes from './app.module.css'

/** Stands in place of figures while no application is chosen. */
export const NoApp = () => <p className={classes.hint}>{t('appStat.choose')}</p>

/** Which application the figures are about. */
export function AppPicker({ appId }: { readonly appId: string | null }) {
  const { query, setQuery } = usePage()
  if (!useCan(apps.list.permission)) return null
  return (
    <RecordPicker
      of={apps}
      required
      label={t('appStat.app')}
      value={appId}
      onChange={(id) => setQuery({ ...query, appId: id ?? '' })}
    />
  )
}
