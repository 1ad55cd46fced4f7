import { type TextKey, type UpgradeVersion, upgradeVersions } from '@muster/contract'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useCallForm } from '../../../kit/form/useCallForm.ts'
import { t } from '../../../platform/texts.ts'
import { LongTextField } from '../../../ui/form/fields.tsx'
import classes from '../upgrade.module.css'
import { titleOf } from './versionTexts.ts'

/** What somebody does with a version that is online, each with a reason. */
export type Ending = 'suspend' | 'offline' | 'recall'

const words: Readonly<Record<Ending, { agree: TextKey; hint: TextKey; said: TextKey }>> = {
  suspend: {
    agree: 'upgradeVersion.suspend',
    hint: 'upgradeVersion.suspendHint',
    said: 'upgradeVersion.suspended',
  },
  offline: {
    agree: 'upgradeVersion.offline',
    hint: 'upgradeVersion.offlineHint',
    said: 'upgradeVersion.tookOffline',
  },
  recall: {
    agree: 'upgradeVersion.recall',
    hint: 'upgradeVersion.recallHint',
    said: 'upgradeVersion.wasRecalled',
  },
}

interface ReasonDialogProps {
  readonly dialog: Dialog<UpgradeVersion>
  readonly act: Ending
}

/** Asks why, and then takes a version away from terminals. */
export function ReasonDialog({ dialog: { record, isOpen, close }, act }: ReasonDialogProps) {
  const title = `${t(words[act].agree)}: ${record ? titleOf(record) : ''}`
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title}>
      {record && isOpen && <ReasonForm key={record.id} version={record} act={act} close={close} />}
    </DialogFrame>
  )
}

interface ReasonFormProps {
  readonly version: UpgradeVersion
  readonly act: Ending
  readonly close: () => void
}

function ReasonForm({ version, act, close }: ReasonFormProps) {
  const { agree, hint, said } = words[act]
  const { field, submit, isSending } = useCallForm({
    about: version.id,
    of: upgradeVersions,
    call: upgradeVersions[act],
    input: (body) => ({ params: { id: version.id }, body }),
    done: close,
    said: () => t(said, { name: titleOf(version) }),
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.hint}>{t(hint)}</p>
      <LongTextField {...field('reason', 'upgradeVersion.reason')} />
      <FormFooter agree={agree} isSending={isSending} close={close} isDangerous />
    </form>
  )
}

/** Notes what somebody saw who tried a version on a terminal of his. */
export function LabDialog({ dialog: { record, isOpen, close } }: Omit<ReasonDialogProps, 'act'>) {
  const title = t('upgradeVersion.labTestOf', { name: record ? titleOf(record) : '' })
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title}>
      {record && isOpen && <LabForm key={record.id} version={record} close={close} />}
    </DialogFrame>
  )
}

function LabForm({ version, close }: Omit<ReasonFormProps, 'act'>) {
  const { field, submit, isSending } = useCallForm({
    about: version.id,
    of: upgradeVersions,
    call: upgradeVersions.labTest,
    input: (body) => ({ params: { id: version.id }, body }),
    done: close,
    said: () => t('upgradeVersion.labNoted', { name: titleOf(version) }),
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <LongTextField {...field('evidence', 'upgradeVersion.labEvidence')} rows={5} />
      <FormFooter agree="upgradeVersion.labTest" isSending={isSending} close={close} />
    </form>
  )
}
