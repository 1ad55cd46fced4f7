import { groups } from '@muster/contract'
import { useState } from 'react'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { RecordPicker } from '../../../kit/form/RecordPicker.tsx'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import classes from './group.module.css'
import { UnknownSerials } from './UnknownSerials.tsx'
import { useAddMembers } from './useAddMembers.ts'

/** Nobody names the members of the others. */
const staticGroups = { list: groups.list, where: { type: 'STATIC' } }

/** Puts terminals that were found elsewhere into a group, by their serial numbers. */
export function ToGroupDialog({ dialog }: { readonly dialog: Dialog<readonly string[]> }) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame isOpen={isOpen} close={close} title={t('group.addTo')}>
      {record && isOpen && <Choice sns={record} close={close} />}
    </DialogFrame>
  )
}

interface ChoiceProps {
  readonly sns: readonly string[]
  readonly close: () => void
}

function Choice({ sns, close }: ChoiceProps) {
  const [groupId, setGroup] = useState<string | null>(null)
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const { toGroup, isBusy } = useAddMembers()
  const add = async () => {
    const done = groupId === null ? null : await toGroup(groupId, sns)
    if (!done) return
    // Those that the group may not hold stay in sight.
    if (done.unknown.length > 0) setUnknown(done.unknown)
    else close()
  }
  return (
    <div className={classes.add}>
      <RecordPicker
        of={staticGroups}
        label={t('group.type.STATIC')}
        value={groupId}
        onChange={setGroup}
        required
      />
      <Button disabled={groupId === null} loading={isBusy} onClick={() => void add()}>
        {t('group.addTerminals', { count: formatNumber(sns.length) })}
      </Button>
      <UnknownSerials sns={unknown} />
    </div>
  )
}
