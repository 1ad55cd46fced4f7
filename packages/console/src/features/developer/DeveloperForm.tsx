import { type Developer, developers, organizations, users } from '@muster/contract'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { RecordField } from '../../kit/form/RecordField.tsx'
import { RecordsField } from '../../kit/form/RecordsField.tsx'
import { useCan } from '../../kit/session.ts'
import { t, texts } from '../../platform/texts.ts'
import {
  ChoiceField,
  CodeField,
  LongTextField,
  NumberField,
  TextField,
} from '../../ui/form/fields.tsx'
import { FlagField } from '../../ui/form/moreFields.tsx'
import { FileField } from '../file/index.ts'
import { typeTexts } from './developerTexts.ts'

/** Enters a developer, and edits what is said of him. */
export function DeveloperForm({ dialog }: { readonly dialog: Dialog<Developer> }) {
  const mayDecide = useCan(developers.review.permission)
  return (
    <FormDialog
      of={developers}
      dialog={dialog}
      title="developer.add"
      start={{ type: 'COMPANY', sdkAccess: true, publishOrgIds: [] }}
    >
      {(field) => (
        <>
          <TextField {...field('name', 'developer.name')} />
          <ChoiceField {...field('type', 'developer.type')} options={texts(typeTexts)} />
          <RecordField {...field('orgId', 'developer.organization')} of={organizations} />
          <RecordField {...field('accountId', 'developer.account')} of={users} />
          <CodeField {...field('country', 'developer.country')} />
          <TextField {...field('contact', 'developer.contact')} />
          <CodeField {...field('email', 'developer.email')} />
          <CodeField {...field('phone', 'developer.phone')} />
          <CodeField {...field('licenceNo', 'developer.licenceNo')} />
          {mayDecide && <FlagField {...field('sdkAccess', 'developer.sdkAccess')} />}
          {mayDecide && (
            <NumberField
              {...field('maxApps', 'developer.maxApps')}
              hint={t('developer.maxAppsHint')}
            />
          )}
          {mayDecide && (
            <RecordsField
              {...field('publishOrgIds', 'developer.publishOrgs')}
              of={organizations}
              none={t('developer.publishAll')}
            />
          )}
          <FileField
            {...field('licenceFileId', 'developer.licenceFile')}
            type="document"
            known={dialog.record?.licenceFileName ?? null}
          />
          <LongTextField {...field('remark', 'developer.remark')} />
        </>
      )}
    </FormDialog>
  )
}
