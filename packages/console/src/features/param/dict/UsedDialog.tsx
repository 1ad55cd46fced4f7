import { type ParamDict, paramDicts } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { Ltr, Words } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import { Unlisted } from '../variable/Unlisted.tsx'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'

/** What names a parameter of the dictionary. */
export function UsedDialog({ dialog }: { readonly dialog: Dialog<ParamDict> }) {
  const { record } = dialog
  return (
    <DialogFrame
      isOpen={dialog.isOpen}
      close={dialog.close}
      title={t('paramDict.usedBy', { name: record?.title ?? '' })}
      size="lg"
    >
      {record && <Uses id={record.id} />}
    </DialogFrame>
  )
}

function Uses({ id }: { readonly id: string }) {
  const found = useQuery(query(paramDicts.used, { params: { id } }))
  return (
    <Loaded query={found} permission={paramDicts.used.permission}>
      {({ uses, values, beyond }) => (
        <>
          {uses.length === 0 ? (
            <p>{t('paramDict.usedNone')}</p>
          ) : (
            <PlainTable
              label={t('paramDict.used')}
              titles={[t('paramDict.use'), t('paramDict.code'), t('paramDict.title')]}
              rows={uses.map((use) => ({
                key: `${use.kind} ${use.id}`,
                cells: [
                  t(`paramDict.use.${use.kind}`),
                  <Ltr key="code">{use.code}</Ltr>,
                  <Words key="name">{use.name}</Words>,
                ],
              }))}
            />
          )}
          <Unlisted
            listed={uses.filter(({ kind }) => kind === 'VALUE').length}
            total={values}
            beyond={beyond}
          />
        </>
      )}
    </Loaded>
  )
}
