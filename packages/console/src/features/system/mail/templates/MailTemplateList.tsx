import { type MailTemplate, mailTemplates } from '@muster/contract'
import { confirm } from '../../../../kit/dialog/confirm.ts'
import { useAction } from '../../../../kit/useAction.ts'
import { useDialog } from '../../../../kit/dialog/useDialog.ts'
import { useList } from '../../../../kit/list/useList.ts'
import { EditButton, RowActions, RowButton } from '../../../../kit/list/buttons.tsx'
import type { Columns } from '../../../../kit/list/columns.tsx'
import { DataTable } from '../../../../kit/list/DataTable.tsx'
import { Filters } from '../../../../kit/filters/Filters.tsx'
import { lazyDialog } from '../../../../platform/lazyPart.tsx'
import { Ltr, StatusBadge, Time } from '../../../../kit/page/values.tsx'
import { t } from '../../../../platform/texts.ts'
import { mailName, mailNames } from '../mailNames.ts'

const TemplateDialog = lazyDialog(() =>
  import('./TemplateDialog.tsx').then((file) => file.TemplateDialog),
)

const columns: Columns<MailTemplate> = [
  { key: 'code', title: 'mail.template', sortable: true, render: ({ code }) => mailName(code) },
  {
    key: 'language',
    title: 'mail.language',
    width: 110,
    sortable: true,
    render: ({ language }) => <Ltr>{language}</Ltr>,
  },
  { key: 'subject', title: 'mail.subject', sortable: true },
  {
    key: 'isChanged',
    title: 'mail.wording',
    width: 130,
    render: ({ isChanged }) => (
      <StatusBadge tone={isChanged ? 'good' : 'neutral'}>
        {t(isChanged ? 'mail.wordingOwn' : 'mail.wordingShipped')}
      </StatusBadge>
    ),
  },
  {
    key: 'updatedAt',
    title: 'kit.updatedAt',
    holds: 'moment',
    sortable: true,
    render: ({ updatedAt }) => <Time at={updatedAt} />,
  },
]

/** What our mails say, for each language. */
export function MailTemplateList() {
  const list = useList(mailTemplates)
  const dialog = useDialog<MailTemplate>()
  const act = useAction(mailTemplates)
  const reset = async ({ code, language }: MailTemplate) => {
    const title = t('mail.resetWording')
    const text = t('mail.resetWordingSure')
    if (!(await confirm({ title, text, agree: title, kind: 'dangerous' }))) return
    await act(mailTemplates.reset, { params: { code, language } })
  }
  return (
    <>
      <Filters
        list={list}
        columns={columns}
        keyword={['mail.template', 'mail.subject']}
        fields={{ code: { label: 'mail.template', options: mailNames }, language: 'mail.language' }}
      />
      <DataTable
        list={list}
        columns={columns}
        actionsWidth={220}
        actions={(template) => (
          <RowActions>
            <EditButton
              code={mailTemplates.update.permission}
              onClick={() => dialog.open(template)}
            />
            {template.isChanged && (
              <RowButton code={mailTemplates.reset.permission} onClick={() => void reset(template)}>
                {t('mail.resetWording')}
              </RowButton>
            )}
          </RowActions>
        )}
      />
      <TemplateDialog dialog={dialog} />
    </>
  )
}
