import { apps } from '@muster/contract'
import { RecordPicker } from '../../../kit/form/RecordPicker.tsx'
import { usePage } from '../../../kit/page/page.ts'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'

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
