import { applies, type Model, models, organizations, type UnknownModel } from '@muster/contract'
import { useState } from 'react'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { RowButton } from '../../../kit/list/buttons.tsx'
import type { Columns } from '../../../kit/list/columns.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { Ltr, Time } from '../../../kit/page/values.tsx'
import { useCan } from '../../../kit/session.ts'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import classes from './apply.module.css'

const ModelForm = lazyDialog(() => import('../model/ModelForm.tsx').then((file) => file.ModelForm))

const columns: Columns<UnknownModel> = [
  {
    key: 'modelCode',
    title: 'apply.modelCode',
    sortable: true,
    width: 150,
    render: ({ modelCode }) => <Ltr>{modelCode}</Ltr>,
  },
  {
    key: 'vendorCode',
    title: 'apply.vendorCode',
    sortable: true,
    width: 200,
    file: [
      { key: 'vendorCode', title: 'apply.vendorCode' },
      { key: 'vendorName', title: 'apply.vendor' },
    ],
    render: VendorNamed,
  },
  { key: 'terminals', title: 'apply.quantity', sortable: true, width: 100, align: 'end' },
  { key: 'times', title: 'apply.contacts', sortable: true, width: 100, align: 'end' },
  {
    key: 'sns',
    title: 'apply.latestSns',
    width: 260,
    render: ({ sns }) => <Ltr>{sns.join(', ')}</Ltr>,
  },
  { key: 'orgName', title: 'apply.keyOf', sortable: true, width: 150 },
  {
    key: 'firmware',
    title: 'apply.firmware',
    sortable: true,
    width: 120,
    render: ({ firmware }) => <Ltr>{firmware}</Ltr>,
  },
  { key: 'ip', title: 'apply.ip', sortable: true, width: 130, render: ({ ip }) => <Ltr>{ip}</Ltr> },
  {
    key: 'firstAt',
    title: 'apply.firstContact',
    sortable: true,
    holds: 'moment',
    render: ({ firstAt }) => <Time at={firstAt} />,
  },
  {
    key: 'lastAt',
    title: 'apply.lastContact',
    sortable: true,
    holds: 'moment',
    render: ({ lastAt }) => <Time at={lastAt} />,
  },
]

/** The vendor that they name: by its name, where there is one of that code. */
function VendorNamed({ vendorCode, vendorName }: UnknownModel) {
  if (vendorName !== null) return <bdi title={vendorCode}>{vendorName}</bdi>
  return (
    <span className={classes.suggestion}>
      <Ltr>{vendorCode}</Ltr> <small>{t('apply.vendorUnknown')}</small>
    </span>
  )
}

/** The list by its own name for its page. */
const unknown = { page: applies.unknownModels }

/** What terminals say to be that were refused, for there is no such model: add it, and they come in. */
export function UnknownModelList() {
  const list = useList(unknown)
  const form = useDialog<Model>()
  const [adding, setAdding] = useState<UnknownModel | null>(null)
  const mayAdd = useCan(models.add.permission)
  const add = (row: UnknownModel) => {
    setAdding(row)
    form.open()
  }
  return (
    <>
      <p className={classes.hint}>{t('apply.unknownModelsHint')}</p>
      <Filters
        list={list}
        keyword={['apply.modelCode', 'apply.vendorCode']}
        fields={{ orgId: { label: 'kit.orgAndBelow', of: organizations } }}
      />
      <ActionLine list={list} columns={columns} />
      <DataTable
        list={list}
        columns={columns}
        emptyText="apply.emptyUnknownModels"
        {...(mayAdd && {
          actionsWidth: 130,
          actions: (row: UnknownModel) => (
            <RowButton opens code={models.add.permission} onClick={() => add(row)}>
              {t('model.add')}
            </RowButton>
          ),
        })}
      />
      <ModelForm
        dialog={form}
        onSaved={list.retry}
        start={
          adding
            ? {
                name: adding.modelCode,
                code: adding.modelCode,
                ...(adding.vendorId && { vendorId: adding.vendorId }),
              }
            : {}
        }
      />
    </>
  )
}
