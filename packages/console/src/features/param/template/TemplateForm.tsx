import { apps, organizations, type ParamTemplate, paramTemplates } from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { CodeField, LongTextField, NumberField, TextField } from '../../../ui/form/fields.tsx'

interface TemplateFormProps {
  readonly dialog: Dialog<ParamTemplate>
  /** A new template is designed next. */
  readonly designNext: (template: ParamTemplate) => void
}

/** What a template is called and for; what is in it, the designer says. */
export function TemplateForm({ dialog, designNext }: TemplateFormProps) {
  return (
    <FormDialog
      of={paramTemplates}
      dialog={dialog}
      title="paramTemplate.add"
      onSaved={(saved) => dialog.record === null && designNext(saved)}
    >
      {(field) => (
        <>
          <TextField {...field('name', 'paramTemplate.name')} />
          <CodeField {...field('code', 'paramTemplate.code')} />
          <RecordField {...field('orgId', 'paramTemplate.org')} of={organizations} />
          <RecordField {...field('appId', 'paramTemplate.app')} of={apps} />
          <NumberField {...field('versionFrom', 'paramTemplate.versionFrom')} />
          <NumberField {...field('versionTo', 'paramTemplate.versionTo')} />
          <LongTextField {...field('remark', 'paramTemplate.remark')} rows={2} />
        </>
      )}
    </FormDialog>
  )
}
