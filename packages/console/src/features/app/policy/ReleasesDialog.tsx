import { type OrgApk, orgApks, policyApps, type Release } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useCallForm } from '../../../kit/form/useCallForm.ts'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Time } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import { ChoiceField, NumberField } from '../../../ui/form/fields.tsx'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import classes from './policy.module.css'
import { ReleaseActs } from './ReleaseActs.tsx'
import { figuresOf, ReleaseBadge, ReleaseFacts } from './ReleaseFacts.tsx'
import { StepsField } from './StepsField.tsx'

interface ReleasesDialogProps {
  readonly dialog: Dialog<OrgApk>
  /** The version that a new release begins with. */
  readonly apkId?: string | undefined
}

/** The releases under a policy, the one that runs with what can be done with it, and a new one. */
export function ReleasesDialog({ dialog, apkId }: ReleasesDialogProps) {
  const { record, isOpen, close } = dialog
  const title = t('orgApk.releasesOf', { name: record?.name ?? '' })
  return (
    <DialogFrame isOpen={isOpen} close={close} title={title} size="80rem">
      {record && isOpen && <Releases policy={record} apkId={apkId} close={close} />}
    </DialogFrame>
  )
}

interface ReleasesProps {
  readonly policy: OrgApk
  readonly apkId: string | undefined
  readonly close: () => void
}

const titles = [
  'orgApk.releaseVersion',
  'orgApk.standing',
  'orgApk.soFar',
  'orgApk.startAt',
] as const

function Releases({ policy, apkId, close }: ReleasesProps) {
  const found = useQuery(query(orgApks.releases, { params: { id: policy.id } }))
  return (
    <Loaded query={found} permission={orgApks.releases.permission}>
      {(releases) => {
        const [latest] = releases
        const runs = latest?.state === 'RUNNING' || latest?.state === 'PAUSED'
        return (
          <div className={classes.dialog}>
            {latest ? (
              <>
                <ReleaseFacts release={latest} />
                <ReleaseActs policyId={policy.id} release={latest} />
              </>
            ) : (
              <p className={classes.hint}>{t('orgApk.noReleases')}</p>
            )}
            {releases.length > 1 && (
              <PlainTable
                label={t('orgApk.releases')}
                titles={titles.map((title) => t(title))}
                rows={releases.slice(1).map((one) => ({ key: one.id, cells: cellsOf(one) }))}
              />
            )}
            {!runs && policy.policy !== 'PROHIBITED' && (
              <Permitted to={orgApks.release.permission}>
                <StartForm key={latest?.id} policy={policy} apkId={apkId} close={close} />
              </Permitted>
            )}
          </div>
        )
      }}
    </Loaded>
  )
}

const cellsOf = (one: Release) => [
  <bdi key="version">{one.versionName}</bdi>,
  <ReleaseBadge key="state" release={one} />,
  figuresOf(one),
  <Time key="at" at={one.startedAt} />,
]

const usual = { steps: [5, 20, 50, 100], successPercent: 95, errorPercent: 5, minResults: 10 }

function StartForm({ policy, apkId, close }: ReleasesProps) {
  const versions = useQuery(query(policyApps.versions, { params: { id: policy.appId } }))
  const { field, submit, isSending } = useCallForm({
    about: policy.id,
    of: orgApks,
    call: orgApks.release,
    start: { ...usual, ...(apkId !== undefined && { apkId }) },
    input: (body) => ({ params: { id: policy.id }, body }),
    // The release takes the place of the form.
    done: () => undefined,
    said: () => t('orgApk.releaseBegun', { name: policy.name }),
  })
  const offered = (versions.data ?? []).filter(({ state }) =>
    ['SIGNED', 'GREY', 'ONLINE'].includes(state),
  )
  return (
    <form className={`${classes.form} ${classes.start}`} onSubmit={submit} noValidate>
      <h3 className={classes.whole}>{t('orgApk.startRelease')}</h3>
      <ChoiceField
        {...field('apkId', 'orgApk.releaseVersion')}
        options={Object.fromEntries(offered.map(({ id, versionName }) => [id, versionName]))}
      />
      <StepsField {...field('steps', 'orgApk.steps')} hint={t('orgApk.stepsHint')} />
      <NumberField {...field('successPercent', 'orgApk.successPercent')} />
      <NumberField {...field('errorPercent', 'orgApk.errorPercent')} />
      <NumberField
        {...field('minResults', 'orgApk.minResults')}
        hint={t('orgApk.minResultsHint')}
      />
      <div className={classes.whole}>
        <FormFooter agree="orgApk.startRelease" isSending={isSending} close={close} />
      </div>
    </form>
  )
}
