import { type Device, repairs, reportedIn } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { t } from '../../../platform/texts.ts'
import type { FaultReport } from '../repair/faultReport.ts'

interface ReportItemProps {
  readonly device: Device
  readonly dialog: Dialog<FaultReport>
}

/** Reports a fault of a terminal. */
export const ReportItem = ({ device: { sn, lifecycle }, dialog }: ReportItemProps) => (
  <ActionItem
    code={repairs.add.permission}
    icon="warning"
    whyNot={reportedIn.includes(lifecycle) ? null : 'device.why.commandState'}
    onClick={() => dialog.open({ sn, source: 'CONSOLE' })}
  >
    {t('repair.add')}
  </ActionItem>
)
