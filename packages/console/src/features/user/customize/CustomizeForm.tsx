import { type Customize, customizes, organizations } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { t } from '../../../platform/texts.ts'
import { LongTextField, TextField } from '../../../ui/form/fields.tsx'
import { LinesField } from '../../../ui/form/moreFields.tsx'

/** Whose white label it is, and which domains lead to it. */
export function CustomizeForm({ dialog }: { readonly dialog: Dialog<Customize> }) {
  return (
    <FormDialog of={customizes} dialog={dialog} title="customize.add" start={{ domains: [] }}>
      {(field) => (
        <>
          <TextField {...field('name', 'customize.name')} />
          <RecordField {...field('orgId', 'customize.organization')} of={organizations} />
          <LinesField
            {...field('domains', 'customize.domains')}
            hint={t('customize.domainsHint')}
          />
          <LongTextField {...field('remark', 'customize.remark')} />
        </>
      )}
    </FormDialog>
  )
}
