import { apps, type TestTrack, testTracks } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { LongTextField, NumberField, TextField } from '../../../ui/form/fields.tsx'

/** Adds and edits a test track. */
export function TrackForm({ dialog }: { readonly dialog: Dialog<TestTrack> }) {
  return (
    <FormDialog
      of={testTracks}
      dialog={dialog}
      title="track.add"
      start={{ maxDevices: 20, expiryDays: 30 }}
    >
      {(field) => (
        <>
          <TextField {...field('name', 'track.name')} />
          <RecordField {...field('appId', 'track.app')} of={apps} />
          <NumberField {...field('maxDevices', 'track.maxDevices')} />
          <NumberField {...field('expiryDays', 'track.expiryDays')} />
          <LongTextField {...field('remark', 'track.remark')} />
        </>
      )}
    </FormDialog>
  )
}
