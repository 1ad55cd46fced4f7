import { type Vendor, vendors } from '@muster/contract'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { t } from '../../platform/texts.ts'
import { LinesField } from '../../ui/form/moreFields.tsx'
import { ImageField } from '../../kit/image/ImageField.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { CodeField, LongTextField, NumberField, TextField } from '../../ui/form/fields.tsx'

/** Adds and edits a vendor. */
export function VendorForm({ dialog }: { readonly dialog: Dialog<Vendor> }) {
  return (
    <FormDialog of={vendors} dialog={dialog} title="vendor.add">
      {(field) => (
        <>
          <TextField {...field('name', 'vendor.name')} />
          <CodeField {...field('code', 'vendor.code')} />
          <CodeField {...field('country', 'vendor.country')} />
          <TextField {...field('contact', 'vendor.contact')} />
          <CodeField {...field('email', 'vendor.email')} />
          <CodeField {...field('phone', 'vendor.phone')} />
          <CodeField {...field('website', 'vendor.website')} />
          <CodeField {...field('supportUrl', 'vendor.supportUrl')} />
          <CodeField {...field('snRule', 'vendor.snRule')} />
          <NumberField {...field('warrantyMonths', 'vendor.warrantyMonths')} />
          <TextField {...field('address', 'vendor.address')} />
          <ImageField {...field('logo', 'vendor.logo')} use="logo" />
          <LinesField
            {...field('shellCommands', 'vendor.shellCommands')}
            hint={t('vendor.shellCommandsHint')}
          />
          <LongTextField {...field('remark', 'vendor.remark')} />
        </>
      )}
    </FormDialog>
  )
}
