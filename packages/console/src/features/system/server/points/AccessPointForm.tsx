import { accessPoints, type AccessPoint, organizations } from '@muster/contract'
import type { Dialog } from '../../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../../kit/form/FormDialog.tsx'
import { RecordField } from '../../../../kit/form/RecordField.tsx'
import { texts } from '../../../../platform/texts.ts'
import {
  ChoiceField,
  CodeField,
  LongTextField,
  NumberField,
  TextField,
} from '../../../../ui/form/fields.tsx'
import { kindTexts } from './accessPointColumns.tsx'

/** Adds and edits an access point. */
export function AccessPointForm({ dialog }: { readonly dialog: Dialog<AccessPoint> }) {
  return (
    <FormDialog of={accessPoints} dialog={dialog} title="platform.point.add">
      {(field) => (
        <>
          <TextField {...field('name', 'platform.point.name')} />
          <ChoiceField {...field('kind', 'platform.point.kind')} options={texts(kindTexts)} />
          <CodeField {...field('url', 'platform.point.url')} />
          <TextField {...field('region', 'platform.point.region')} />
          <RecordField {...field('orgId', 'platform.point.organization')} of={organizations} />
          <NumberField {...field('weight', 'platform.point.weight')} />
          <CodeField {...field('caFingerprint', 'platform.point.caFingerprint')} />
          <LongTextField {...field('remark', 'platform.point.remark')} />
        </>
      )}
    </FormDialog>
  )
}
