import { type MigratingParam, paramTemplates } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Ltr, Words } from '../../../kit/page/values.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { useAction } from '../../../kit/useAction.ts'
import { formatNumber, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Checkbox } from '../../../ui/controls.ts'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { paramPath } from '../assignment/paramPath.ts'
import classes from './design.module.css'

interface MigrationOfParamsProps {
  readonly id: string
  readonly from: number
  readonly to: number
}

/** Assignments that the older revision is used by: what becomes of each, and those that are taken over. */
export function MigrationOfParams(way: MigrationOfParamsProps) {
  const { from } = way
  const found = useQuery({
    ...query(paramTemplates.migrating, { params: paramsOf(way) }),
    staleTime: 0,
  })
  return (
    <Loaded query={found} permission={paramTemplates.migrating.permission}>
      {(rows) =>
        rows.length === 0 ? (
          <p className={classes.quiet}>
            {t('paramTemplate.noAssignments', { rev: formatNumber(from) })}
          </p>
        ) : (
          <Assignments way={way} rows={rows} onDone={() => void found.refetch()} />
        )
      }
    </Loaded>
  )
}

const paramsOf = ({ id, from, to }: MigrationOfParamsProps) => ({ id, rev1: from, rev2: to })

interface AssignmentsProps {
  readonly way: MigrationOfParamsProps
  readonly rows: readonly MigratingParam[]
  readonly onDone: () => void
}

function Assignments({ way, rows, onDone }: AssignmentsProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const act = useAction(paramTemplates)
  const ids = rows.map((row) => row.id).filter((one) => !left.has(one))
  const turn = (one: string) =>
    setLeft((before) => (before.has(one) ? without(before, one) : new Set([...before, one])))
  const move = async () => {
    const done = ({ count }: { readonly count: number }) =>
      t('paramTemplate.migrated', { count, shown: formatNumber(count) })
    if (await act(paramTemplates.migrateParams, { params: paramsOf(way), body: { ids } }, done))
      onDone()
  }
  return (
    <>
      <PlainTable
        label={t('paramTemplate.assignments')}
        titles={[
          t('paramTemplate.assignment'),
          t('param.target'),
          t('paramTemplate.droppedValues'),
          t('paramTemplate.faultsThen'),
        ]}
        rows={rows.map((row) => ({
          key: row.id,
          cells: [
            <Checkbox
              key="name"
              label={<a href={`#${paramPath(row.id)}`}>{row.name}</a>}
              checked={!left.has(row.id)}
              onChange={() => turn(row.id)}
            />,
            <Words key="target">{row.targetName}</Words>,
            row.dropped.length === 0 ? nothing : <Ltr key="dropped">{row.dropped.join(' ')}</Ltr>,
            row.faultCount === 0 ? nothing : formatNumber(row.faultCount),
          ],
        }))}
        size="small"
      />
      <p className={classes.quiet}>{t('paramTemplate.migrateText')}</p>
      <div>
        <Button disabled={ids.length === 0} onClick={() => void move()}>
          {t('paramTemplate.migrate', { count: ids.length, shown: formatNumber(ids.length) })}
        </Button>
      </div>
    </>
  )
}

const without = (all: ReadonlySet<string>, one: string): ReadonlySet<string> =>
  new Set([...all].filter((other) => other !== one))
