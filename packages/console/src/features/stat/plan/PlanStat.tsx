import {
  figureDocuments,
  leastCompared,
  mostCompared,
  organizations,
  planStat,
} from '@muster/contract'
import { DocumentButton } from '../../../kit/export/DocumentButton.tsx'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { useList } from '../../../kit/list/useList.ts'
import { Screen } from '../../../kit/page/Screen.tsx'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { useOfferSelection } from '../../../ui/table/useSelection.ts'
import { planStateTexts } from '../../upgrade/index.ts'
import { cutOf } from '../page/stat.ts'
import { StatGrid } from '../page/StatPage.tsx'
import { CurveBlock, FailureBlock } from './CompareBlocks.tsx'
import classes from './planStat.module.css'
import { columns } from './planStatColumns.tsx'

const fields = {
  state: { label: 'plan.state', options: { OPEN: 'plan.state.OPEN', ...planStateTexts } },
  orgId: { label: 'kit.orgAndBelow', of: organizations },
  from: { label: 'log.from', kind: 'moment' },
  to: { label: 'log.to', kind: 'moment' },
} as const

/** STATISTICS_PLAN: how plans went; those that are chosen are compared. */
export function PlanStat() {
  const list = useList(planStat)
  useOfferSelection(list, true)
  const chosen = [...list.selected]
  const isTooMany = chosen.length > mostCompared
  const isCompared = chosen.length > 0 && !isTooMany
  return (
    <Screen title="stat.plan">
      <Filters list={list} keyword={['plan.name', 'plan.planNo']} fields={fields} />
      <ActionLine list={list} columns={columns}>
        <DocumentButton
          title="stat.plan"
          call={figureDocuments.plan}
          query={cutOf(list.state.filter, ['from', 'to', 'orgId'])}
        />
        <ExportButton list={list} columns={columns} />
      </ActionLine>
      {!isCompared && (
        <p className={classes.hint}>
          {t('stat.plan.choose', {
            least: formatNumber(leastCompared),
            most: formatNumber(mostCompared),
          })}
        </p>
      )}
      <div className={isCompared ? classes.compared : undefined}>
        <DataTable list={list} columns={columns} emptyText="stat.plan.empty" />
      </div>
      {isCompared && (
        <StatGrid>
          <CurveBlock ids={chosen} />
          <FailureBlock ids={chosen} />
        </StatGrid>
      )}
    </Screen>
  )
}
