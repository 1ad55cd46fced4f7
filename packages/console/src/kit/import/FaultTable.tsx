import type { ImportFault, ImportResult } from '@muster/contract'
import { formatNumber } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import type { TableColumn } from '../../ui/table/columns.ts'
import { Table } from '../../ui/table/Table.tsx'
import classes from './import.module.css'

type Row = ImportFault & { readonly id: string }

const columns = (): readonly TableColumn<Row>[] => [
  { id: 'row', title: t('import.row'), width: 64, cell: ({ row }) => formatNumber(row) },
  {
    id: 'column',
    title: t('import.column'),
    width: 200,
    cell: ({ column }) => column && <bdi>{column}</bdi>,
  },
  { id: 'value', title: t('import.value'), width: 200, cell: ({ value }) => <bdi>{value}</bdi> },
  { id: 'message', title: t('import.fault'), cell: ({ message }) => message },
]

/** The first faults of a file, each with its row, its column and what stands there. */
export function FaultTable({ result: { faults, refused } }: { readonly result: ImportResult }) {
  if (faults.length === 0) return null
  const rows = faults.map((fault, place) => ({ ...fault, id: String(place) }))
  const isCut = refused > new Set(faults.map(({ row }) => row)).size
  return (
    <>
      <div className={classes.faults}>
        <Table
          label={t('import.faults')}
          columns={columns()}
          rows={rows}
          sort={null}
          onSort={() => undefined}
        />
      </div>
      {isCut && (
        <p className={classes.hint}>
          {t('import.firstFaults', { count: formatNumber(faults.length) })}
        </p>
      )}
    </>
  )
}
