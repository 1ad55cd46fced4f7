import { exportRight } from '@muster/contract'
import { useState } from 'react'
import type { Row } from '../list/listed.ts'
import type { List } from '../list/useList.ts'
import type { Columns } from '../list/columns.tsx'
import { useCan } from '../session.ts'
import { code } from '../../platform/code.ts'
import { t } from '../../platform/texts.ts'
import { Button } from '../../ui/controls.ts'
import { Menu } from '../../ui/menu/Menu.tsx'
import { arranged } from '../../ui/table/arranged.ts'
import { useTableLayout } from '../list/tableLayout.ts'
import { exportQuery } from './exportQuery.ts'

interface ExportButtonProps<R extends Row> {
  readonly list: List<R>
  /** The columns of the list; the file shows those that the user has left, in his order. */
  readonly columns: Columns<R>
}

/** Most of those who look at a list take nothing away: the code comes when it is asked for. */
const { load } = code(() => import('./exportRecords.ts'))

/** Takes away what the list is filtered to, as CSV or as a sheet. */
export function ExportButton<R extends Row>({ list, columns }: ExportButtonProps<R>) {
  const [isBusy, setBusy] = useState(false)
  const look = useTableLayout(list.place)
  if (!useCan(exportRight(list.call))) return null
  const take = (format: 'csv' | 'xlsx') => {
    setBusy(true)
    const shown = arranged(
      columns.map((column) => ({ ...column, id: column.key })),
      look,
    )
    void load()
      .then(({ exportRecords }) => exportRecords(list.call, exportQuery(list, shown, format)))
      .finally(() => setBusy(false))
  }
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" loading={isBusy}>
          {t('transfer.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => take('csv')}>{t('transfer.csv')}</Menu.Item>
        <Menu.Item onClick={() => take('xlsx')}>{t('transfer.xlsx')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
