import { type Vendor, vendors } from '@muster/contract'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { t, texts } from '../../platform/texts.ts'
import { LinesField, PemField, SecretField } from '../../ui/form/moreFields.tsx'
import { ImageField } from '../../kit/image/ImageField.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import {
  ChoiceField,
  CodeField,
  LongTextField,
  NumberField,
  TextField,
} from '../../ui/form/fields.tsx'
import { signingTexts } from './signingTexts.ts'

/** Adds and edits a vendor. */
export function VendorForm({ dialog }: { readonly dialog: Dialog<Vendor> }) {
  const unchanged = dialog.record?.hasSignerSecret ? { placeholder: t('setting.unchanged') } : {}
  return (
    <FormDialog
      of={vendors}
      dialog={dialog}
      title="vendor.add"
      start={{ signingMode: 'NONE', snPrefixes: [] }}
    >
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
          <CodeField {...field('snSample', 'vendor.snSample')} />
          <LinesField
            {...field('snPrefixes', 'vendor.snPrefixes')}
            hint={t('vendor.snPrefixesHint')}
          />
          <NumberField {...field('warrantyMonths', 'vendor.warrantyMonths')} />
          <TextField {...field('address', 'vendor.address')} />
          <ChoiceField
            {...field('signingMode', 'vendor.signingMode')}
            required
            options={texts(signingTexts)}
          />
          {field('signingMode', 'vendor.signingMode').value === 'ONLINE' && (
            <>
              <CodeField {...field('signerUrl', 'vendor.signerUrl')} />
              <SecretField {...field('signerSecret', 'vendor.signerSecret')} {...unchanged} />
              <PemField {...field('signerKey', 'vendor.signerKey')} />
            </>
          )}
          <PemField {...field('bootstrapCa', 'vendor.bootstrapCa')} />
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
