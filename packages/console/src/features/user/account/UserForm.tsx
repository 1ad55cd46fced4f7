import { languages, organizations, type User, users, vendors } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { MomentField } from '../../../kit/dates/fields.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import {
  ChoiceField,
  CodeField,
  LongTextField,
  SearchField,
  TextField,
} from '../../../ui/form/fields.tsx'
import { NoMail } from './NoMail.tsx'
import { RolesField } from './RolesField.tsx'

const zones = Intl.supportedValuesOf('timeZone')

interface UserFormProps {
  readonly dialog: Dialog<User>
  /** The organisation that a new one belongs to, where that is known. */
  readonly orgId?: string
  readonly onSaved?: () => void
}

/** Invites a user, and edits one. */
export function UserForm({ dialog, orgId, onSaved }: UserFormProps) {
  const { data: offered = [] } = useQuery(query(languages.list, {}))
  const names = Object.fromEntries(offered.map(({ code, nativeName }) => [code, nativeName]))
  return (
    <FormDialog
      of={users}
      dialog={dialog}
      title="user.add"
      newAs="invited"
      start={{ roleIds: [], ...(orgId !== undefined && { orgId }) }}
      {...(onSaved && { onSaved })}
    >
      {(field) => (
        <>
          {!dialog.record && <NoMail />}
          <CodeField {...field('userName', 'user.userName')} />
          <TextField {...field('realName', 'user.realName')} />
          <CodeField {...field('email', 'user.email')} />
          <CodeField {...field('phone', 'user.phone')} />
          <RecordField {...field('orgId', 'user.organization')} of={organizations} />
          <RecordField {...field('vendorId', 'user.vendor')} of={vendors} />
          <RolesField {...field('roleIds', 'user.roles')} />
          <ChoiceField {...field('language', 'user.language')} options={names} />
          <SearchField
            {...field('timeZone', 'user.timeZone')}
            options={zones}
            nothingFound={t('kit.noMatch')}
          />
          <MomentField {...field('validFrom', 'user.validFrom')} />
          <MomentField {...field('validTo', 'user.validTo')} />
          <LongTextField {...field('remark', 'user.remark')} />
        </>
      )}
    </FormDialog>
  )
}
