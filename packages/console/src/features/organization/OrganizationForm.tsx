import { areas, type Organization, organizations, timezones } from '@muster/contract'
import { MomentField } from '../../kit/dates/fields.tsx'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { RecordField } from '../../kit/form/RecordField.tsx'
import { useTree } from '../../kit/form/usePicker.ts'
import { useCan, useSession } from '../../kit/session.ts'
import { t, texts } from '../../platform/texts.ts'
import { CodeField, LongTextField, NumberField, TextField } from '../../ui/form/fields.tsx'
import { organizationTypeTexts } from './organizationColumns.tsx'
import { WordField } from '../../kit/dictionary/WordField.tsx'

interface OrganizationFormProps {
  readonly dialog: Dialog<Organization>
  /** Under which one a new organisation is offered first. */
  readonly parentId: string | null
}

/** The one that everything else the caller sees is below: his own, or the only root. */
function useTop(isWanted: boolean): string | null {
  const { data: [top, ...others] = [] } = useTree(organizations.tree, isWanted)
  return top && others.length === 0 ? top.id : null
}

/** Adds and edits an organisation. Its place in the tree changes by moving it, with its subtree. */
export function OrganizationForm({ dialog, parentId }: OrganizationFormProps) {
  const top = useTop(!dialog.record)
  const mayBeRoot = useSession(({ user }) => user?.isSuperAdmin === 1)
  const mayGrant = useCan(organizations.setQuota.permission)
  return (
    <FormDialog
      of={organizations}
      dialog={dialog}
      title="organization.add"
      start={{ parentId: parentId ?? top }}
    >
      {(field) => (
        <>
          <TextField {...field('name', 'organization.name')} />
          <CodeField {...field('code', 'organization.code')} />
          {!dialog.record && (
            <RecordField
              {...field('parentId', 'organization.parent')}
              of={organizations}
              required={!mayBeRoot}
              placeholder={mayBeRoot ? t('organization.noParent') : ''}
            />
          )}
          <WordField
            {...field('type', 'organization.type')}
            of="organization.type"
            options={texts(organizationTypeTexts)}
          />
          <RecordField {...field('areaId', 'organization.area')} of={areas} />
          <RecordField
            {...field('timezoneId', 'organization.timezone')}
            of={timezones}
            placeholder={dialog.record?.parentId === null ? '' : t('organization.timezoneAbove')}
          />
          <TextField {...field('contact', 'organization.contact')} />
          <CodeField {...field('email', 'organization.email')} />
          <CodeField {...field('phone', 'organization.phone')} />
          <TextField {...field('company', 'organization.company')} />
          <TextField {...field('address', 'organization.address')} />
          <CodeField {...field('postcode', 'organization.postcode')} />
          {mayGrant && (
            <>
              <NumberField {...field('deviceQuota', 'organization.deviceQuota')} />
              <MomentField {...field('validTo', 'organization.validTo')} />
            </>
          )}
          <LongTextField {...field('remark', 'organization.remark')} />
        </>
      )}
    </FormDialog>
  )
}
