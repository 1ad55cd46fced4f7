import { groups, type UpgradeResult } from '@muster/contract'
import { useState } from 'react'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { RecordPicker } from '../../../kit/form/RecordPicker.tsx'
import { useAction } from '../../../kit/useAction.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import { codeText, WhyPanel } from '../../device/index.ts'
import { cureText } from '../../push/index.ts'
import classes from '../upgrade.module.css'

/** What lets through, and what holds back, whatever is wanted of the terminal of a result. */
export function WhyDialog({ dialog }: { readonly dialog: Dialog<UpgradeResult> }) {
  const { record, isOpen, close } = dialog
  const title = t('upgradeResult.whyOf', { sn: record?.sn ?? '' })
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title} size="lg">
      {record && isOpen && (
        <>
          {record.code !== null && <OwnReason code={record.code} />}
          <WhyPanel device={{ id: record.deviceId }} />
        </>
      )}
    </DialogFrame>
  )
}

/** What ended or holds up this very upgrade, and what helps. */
const OwnReason = ({ code }: { readonly code: string }) => (
  <Callout title={`${code} ${codeText(code) ?? ''}`}>{cureText(code)}</Callout>
)

interface GroupDialogProps {
  readonly dialog: Dialog<never>
  readonly sns: readonly string[]
}

/** Puts the terminals of some results into a group. */
export function GroupDialog({ dialog: { isOpen, close }, sns }: GroupDialogProps) {
  const [groupId, setGroup] = useState<string | null>(null)
  const act = useAction(groups)
  const add = async () => {
    if (groupId === null) return
    const reply = await act(groups.addMembers, { body: { groupId, sns: [...sns] } }, ({ count }) =>
      t('upgradeResult.grouped', { count: formatNumber(count) }),
    )
    if (reply) close()
  }
  return (
    <DialogFrame isOpen={isOpen} close={close} title={t('upgradeResult.toGroup')}>
      <div className={classes.form}>
        <RecordPicker
          of={groups}
          label={t('upgradeResult.group')}
          value={groupId}
          onChange={setGroup}
          required
        />
        <Button disabled={groupId === null || sns.length === 0} onClick={() => void add()}>
          {t('upgradeResult.addToGroup', { count: formatNumber(sns.length) })}
        </Button>
      </div>
    </DialogFrame>
  )
}
