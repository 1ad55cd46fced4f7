import { type Variable, variables } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Ltr, Words } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import { Unlisted } from './Unlisted.tsx'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'

/** What names a variable. */
export function UsedDialog({ dialog }: { readonly dialog: Dialog<Variable> }) {
  const { record } = dialog
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t('variable.usedBy', { name: record?.key ?? '' })}
      size="lg"
    >
      {record && <Uses name={record.key} />}
    </DialogFrame>
  )
}

function Uses({ name }: { readonly name: string }) {
  const found = useQuery(query(variables.used, { params: { key: name } }))
  return (
    <Loaded query={found} permission={variables.used.permission}>
      {({ uses, total, beyond }) => (
        <>
          {uses.length === 0 ? (
            <p>{t('variable.usedNone')}</p>
          ) : (
            <PlainTable
              label={t('variable.used')}
              titles={[t('variable.use'), t('variable.key'), t('variable.target')]}
              rows={uses.map((use) => ({
                key: `${use.id} ${use.name}`,
                cells: [
                  t(`variable.use.${use.kind}`),
                  <Ltr key="name">{use.name}</Ltr>,
                  <Words key="of">{use.of ?? t('variable.everybody')}</Words>,
                ],
              }))}
            />
          )}
          <Unlisted listed={uses.length} total={total} beyond={beyond} />
        </>
      )}
    </Loaded>
  )
}
