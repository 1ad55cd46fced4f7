import { exportRight } from '@muster/contract'
import { useEffect, useState } from 'react'
import type { Row } from '../list/listed.ts'
import type { List } from '../list/useList.ts'
import type { Columns } from '../list/columns.tsx'
import { useCan } from '../session.ts'
import { code } from '../../platform/code.ts'
import { t } from '../../platform/texts.ts'
import { Button } from '../../ui/controls.ts'
import { Menu } from '../../ui/menu/Menu.tsx'
import { useTableLayout } from '../list/tableLayout.ts'
import { lazyDialog } from '../../platform/lazyPart.tsx'
import { useDialog } from '../dialog/useDialog.ts'
import { offerSending } from './mailing.ts'
import type { SentList } from './ReportDialog.tsx'

interface ExportButtonProps<R extends Row> {
  readonly list: List<R>
  /** The columns of the list; the file shows those that the user has left, in his order. */
  readonly columns: Columns<R>
}

/** Most of those who look at a list take nothing away: the code comes when it is asked for. */
const { load } = code(() => import('./exportRecords.ts'))

const ReportDialog = lazyDialog(() =>
  import('./ReportDialog.tsx').then((file) => file.ReportDialog),
)

/** Takes away what the list is filtered to, as CSV or as a sheet. */
export function ExportButton<R extends Row>({ list, columns }: ExportButtonProps<R>) {
  const [isBusy, setBusy] = useState(false)
  const shown = { list, columns, look: useTableLayout(list.place) }
  const report = useDialog<SentList>()
  const mayReport = useCan('REPORT_ADD')
  const mayTake = useCan(exportRight(list.call))
  const take = (format: 'csv' | 'xlsx') => {
    setBusy(true)
    void load()
      .then(({ exportRecords }) => exportRecords(shown, format))
      .finally(() => setBusy(false))
  }
  const send = (name = '') => void load().then(({ sentList }) => report.open(sentList(shown, name)))
  const { key } = list.place
  useEffect(() => (mayReport && mayTake && key ? offerSending(key, send) : undefined))
  if (!mayTake) return null
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button variant="default" loading={isBusy}>
            {t('transfer.export')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => take('csv')}>{t('transfer.csv')}</Menu.Item>
          <Menu.Item onClick={() => take('xlsx')}>{t('transfer.xlsx')}</Menu.Item>
          {mayReport && <Menu.Item onClick={() => send()}>{t('report.sendRegularly')}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      <ReportDialog dialog={report} />
    </>
  )
}
