import { groups, upgradeResults } from '@muster/contract'
import { useState } from 'react'
import * as z from 'zod/mini'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { RecordPicker } from '../../../kit/form/RecordPicker.tsx'
import { useAction } from '../../../kit/useAction.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import classes from '../upgrade.module.css'

/** Whose terminals are meant: those of some results, or of all that a list finds. */
export interface Grouped {
  /** By the members of the call's body. */
  readonly which: Readonly<Record<string, unknown>>
  /** How many results, as the list has counted them. */
  readonly count: number
}

/** Nobody names the members of the others. */
const staticGroups = { list: groups.list, where: { type: 'STATIC' } }

/** Puts the terminals of results into a group. */
export function GroupDialog({ dialog }: { readonly dialog: Dialog<Grouped> }) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame isOpen={isOpen} close={close} title={t('upgradeResult.toGroup')}>
      {record && isOpen && <Choice of={record} close={close} />}
    </DialogFrame>
  )
}

interface ChoiceProps {
  readonly of: Grouped
  readonly close: () => void
}

function Choice({ of: { which, count: results }, close }: ChoiceProps) {
  const [groupId, setGroup] = useState<string | null>(null)
  const act = useAction(groups)
  const add = async () => {
    if (groupId === null) return
    const body = z.parse(upgradeResults.toGroup.schemas.body, { ...which, groupId })
    const reply = await act(upgradeResults.toGroup, { body }, ({ count, outside }) =>
      t(outside === 0 ? 'upgradeResult.grouped' : 'upgradeResult.groupedSome', {
        count: formatNumber(count),
        outside: formatNumber(outside),
      }),
    )
    if (reply) close()
  }
  return (
    <div className={classes.form}>
      <RecordPicker
        of={staticGroups}
        label={t('upgradeResult.group')}
        value={groupId}
        onChange={setGroup}
        required
      />
      <Button disabled={groupId === null} onClick={() => void add()}>
        {t('upgradeResult.addToGroup', { count: formatNumber(results) })}
      </Button>
    </div>
  )
}
