import { appUse } from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import { UnopenedBlock } from './UnopenedBlock.tsx'
import { useHolderLink } from './useHolderLink.ts'

/** Mandatory applications that nobody opens, and on how many terminals in service. */
export function UnusedBlock() {
  const link = useHolderLink('STATISTICS_DEVICE_APK_LOG')
  return (
    <UnopenedBlock
      call={appUse.unused}
      title={t('appUse.unused')}
      name="unused-applications"
      counted={t('appUse.unusedTerminals')}
      hrefOf={(appId, days) => link({ appId, unusedDays: String(days) })}
    />
  )
}
