import { exportOf } from '@muster/contract'
import { useState } from 'react'
import { CallError } from '../../kit/callError.ts'
import { download } from '../../kit/download.ts'
import type { Row } from '../../kit/list/listed.ts'
import type { List } from '../../kit/list/useList.ts'
import type { Columns } from '../../kit/parts/columns.tsx'
import { useCan } from '../../kit/session.ts'
import { t } from '../../platform/texts.ts'
import { Button } from '../../ui/controls.ts'
import { Menu } from '../../ui/menu/Menu.tsx'
import { exportQuery } from './exportQuery.ts'

interface ExportMenuProps<R extends Row> {
  readonly list: List<R>
  /** What the file shows: the columns of the list, in their order. */
  readonly columns: Columns<R>
}

/** Takes away what the list is filtered to, as CSV or as a sheet. */
export function ExportMenu<R extends Row>({ list, columns }: ExportMenuProps<R>) {
  const call = exportOf(list.call)
  const [isBusy, setBusy] = useState(false)
  if (!useCan(call.permission)) return null
  const take = (format: 'csv' | 'xlsx') => {
    setBusy(true)
    download(call, { query: exportQuery(list.state, columns, format) })
      .catch((error: unknown) => {
        // The call has told the user; whatever else went wrong is a bug.
        if (!(error instanceof CallError)) throw error
      })
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
