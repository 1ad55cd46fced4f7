import { type TestTrack, testTracks } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useCallForm } from '../../../kit/form/useCallForm.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import { ChoiceField } from '../../../ui/form/fields.tsx'
import classes from '../developer.module.css'

/** Brings an approved version to the terminals of a track. */
export function TrackStartDialog({ dialog }: { readonly dialog: Dialog<TestTrack> }) {
  const { record, isOpen, close } = dialog
  const params = { id: record?.id ?? '' }
  const versions = useQuery({
    ...query(testTracks.versions, { params }),
    enabled: isOpen && record !== null,
  })
  return (
    <DialogFrame
      isOpen={isOpen}
      close={close}
      title={t('track.startOf', { name: record?.name ?? '' })}
    >
      {record && isOpen && (
        <Loaded query={versions} permission={testTracks.versions.permission}>
          {(offered) =>
            offered.length === 0 ? (
              <p className={classes.none}>{t('track.noVersions')}</p>
            ) : (
              <StartForm key={record.id} track={record} versions={offered} close={close} />
            )
          }
        </Loaded>
      )}
    </DialogFrame>
  )
}

interface StartFormProps {
  readonly track: TestTrack
  readonly versions: readonly { readonly id: string; readonly name: string }[]
  readonly close: () => void
}

function StartForm({ track: { id, expiryDays }, versions, close }: StartFormProps) {
  const { field, submit, isSending } = useCallForm({
    about: id,
    of: testTracks,
    call: testTracks.start,
    start: { apkId: versions[0]?.id ?? '' },
    input: (body) => ({ params: { id }, body }),
    done: close,
    said: () => t('track.started'),
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.hint}>{t('track.startHint', { days: expiryDays })}</p>
      <ChoiceField
        {...field('apkId', 'track.version')}
        options={Object.fromEntries(versions.map((one) => [one.id, one.name]))}
      />
      <FormFooter agree="track.start" isSending={isSending} close={close} />
    </form>
  )
}
