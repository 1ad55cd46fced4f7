import { type TestTrack, testTracks } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useCallForm } from '../../../kit/form/useCallForm.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import { LinesField } from '../../../ui/form/moreFields.tsx'
import classes from '../developer.module.css'

/** Which terminals test what is on a track. */
export function TrackDevicesDialog({ dialog }: { readonly dialog: Dialog<TestTrack> }) {
  const { record, isOpen, close } = dialog
  const params = { id: record?.id ?? '' }
  const known = useQuery({
    ...query(testTracks.devices, { params }),
    enabled: isOpen && record !== null,
  })
  return (
    <DialogFrame
      isOpen={isOpen}
      close={close}
      title={t('track.devicesOf', { name: record?.name ?? '' })}
    >
      {record && isOpen && (
        <Loaded query={known} permission={testTracks.devices.permission}>
          {(devices) => (
            <DevicesForm
              key={record.id}
              track={record}
              sns={devices.map(({ sn }) => sn)}
              close={close}
            />
          )}
        </Loaded>
      )}
    </DialogFrame>
  )
}

interface DevicesFormProps {
  readonly track: TestTrack
  readonly sns: readonly string[]
  readonly close: () => void
}

function DevicesForm({ track: { id, maxDevices }, sns, close }: DevicesFormProps) {
  const { field, submit, isSending } = useCallForm({
    about: id,
    of: testTracks,
    call: testTracks.setDevices,
    start: { sns },
    input: (body) => ({ params: { id }, body }),
    done: close,
  })
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <LinesField
        {...field('sns', 'track.devices')}
        hint={t('track.devicesHint', { max: maxDevices })}
      />
      <FormFooter agree="kit.save" isSending={isSending} close={close} />
    </form>
  )
}
