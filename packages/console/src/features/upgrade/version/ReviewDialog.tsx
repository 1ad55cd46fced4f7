import { type UpgradeVersion, upgradeVersions } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { AsRead } from '../../../kit/form/AsRead.tsx'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useCallForm } from '../../../kit/form/useCallForm.ts'
import { usePage } from '../../../kit/page/page.ts'
import { Ltr } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { useCan } from '../../../kit/session.ts'
import { t, texts } from '../../../platform/texts.ts'
import { ChoiceField, LongTextField } from '../../../ui/form/fields.tsx'
import classes from '../upgrade.module.css'
import { VersionFacts } from './VersionFacts.tsx'
import { titleOf } from './versionTexts.ts'

/** Decides about a version; nobody does about what he has made, changed or handed in. */
export function ReviewDialog({ dialog }: { readonly dialog: Dialog<UpgradeVersion> }) {
  const { record, isOpen, close } = dialog
  const title = t('upgradeVersion.reviewOf', { name: record ? titleOf(record) : '' })
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title} size="lg">
      {record && isOpen && <Review key={record.id} version={record} close={close} />}
    </DialogFrame>
  )
}

function Review({ version: opened, close }: ReviewFormProps) {
  const enabled = useCan(upgradeVersions.detail.permission)
  const subscribed = usePage().active
  const asked = query(upgradeVersions.detail, { params: { id: opened.id } })
  const { data: now } = useQuery({ ...asked, enabled, subscribed })
  return (
    <AsRead opened={opened} now={now}>
      {(read) => <ReviewForm key={read.version} version={read} close={close} />}
    </AsRead>
  )
}

const results = {
  APPROVED: 'upgradeVersion.result.APPROVED',
  REJECTED: 'upgradeVersion.result.REJECTED',
} as const

interface ReviewFormProps {
  readonly version: UpgradeVersion
  readonly close: () => void
}

function ReviewForm({ version, close }: ReviewFormProps) {
  const { versionName, sha256 } = version
  const { field, submit, isSending } = useCallForm({
    about: version.id,
    of: upgradeVersions,
    call: upgradeVersions.review,
    // What he sees is what he decides about.
    start: { version: version.version, versionName, sha256 },
    input: (body) => ({ params: { id: version.id }, body }),
    done: close,
    said: ({ result }) => t(`upgradeVersion.decided.${result}`, { name: titleOf(version) }),
  })
  const result = field('result', 'upgradeVersion.result')
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <VersionFacts version={version} />
      <p>
        {t('upgradeVersion.decidesAbout', { name: titleOf(version) })} <Ltr>{sha256}</Ltr>
      </p>
      <ChoiceField {...result} options={texts(results)} />
      <LongTextField
        {...field('reason', 'upgradeVersion.reason')}
        required={result.value === 'REJECTED'}
      />
      <FormFooter agree="upgradeVersion.decide" isSending={isSending} close={close} />
    </form>
  )
}
