import {
  mostGrouped,
  itemStates,
  models,
  organizations,
  planFaults,
  plans,
  type UpgradeResult,
  upgradeResults,
  upgradeVersions,
} from '@muster/contract'
import { confirmChosen } from '../../../kit/batch/confirmChosen.ts'
import { ChosenButton } from '../../../kit/batch/RemoveButtons.tsx'
import { notifyBatch } from '../../../kit/batch/lazyBatch.ts'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { type List, useList } from '../../../kit/list/useList.ts'
import { Screen } from '../../../kit/page/Screen.tsx'
import { useCan } from '../../../kit/session.ts'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { type FaultReport, ReportDialog, stateKeys, useSerialsFilter } from '../../device/index.ts'
import { outcomeTexts } from '../plan/planTexts.ts'
import type { Grouped } from './GroupDialog.tsx'
import { ResultActs } from './ResultActs.tsx'
import { columns } from './resultColumns.tsx'
import { ResultErrors } from './ResultErrors.tsx'
import { soughtResults } from './soughtResults.ts'

const WhyDialog = lazyDialog(() => import('./WhyDialog.tsx').then((file) => file.WhyDialog))
const GroupDialog = lazyDialog(() => import('./GroupDialog.tsx').then((file) => file.GroupDialog))

const states = {
  OPEN: 'push.state.OPEN',
  FAILED_ANY: 'push.item.FAILED_ANY',
  NO_CONTACT: 'push.step.NO_CONTACT',
  ROLLED_BACK: 'upgradeResult.rolledBack',
  ...Object.fromEntries(itemStates.map((state) => [state, stateKeys[state]])),
} as const

const fields = {
  state: { label: 'push.state', options: states },
  code: 'push.code',
  outcome: {
    label: 'upgradeResult.after',
    options: Object.fromEntries(planFaults.map((fault) => [fault, outcomeTexts[fault]])),
  },
  versionId: { label: 'upgradeVersion.version', of: upgradeVersions },
  planId: { label: 'stat.plan.plan', of: plans },
  wave: 'upgradeResult.wave',
  orgId: { label: 'push.orgAndBelow', of: organizations },
  modelId: { label: 'device.model', of: models },
  from: { label: 'log.from', kind: 'moment' },
  to: { label: 'log.to', kind: 'moment' },
} as const

/** RESULT: what became of each terminal that an upgrade was wanted of. */
export function ResultList() {
  const list = useList(upgradeResults)
  const why = useDialog<UpgradeResult>()
  const grouping = useDialog<Grouped>()
  const reporting = useDialog<FaultReport>()
  const { sns, dialog: pasting } = useSerialsFilter(list)
  return (
    <Screen title="upgradeResult.title">
      <Filters list={list} keyword={['push.sn']} fields={{ ...fields, sns }} />
      {pasting}
      <ResultErrors
        sought={list.sought}
        show={(which) => list.change({ filter: { ...list.state.filter, ...which } })}
      />
      <ActionLine
        list={list}
        columns={columns}
        chosen={<Chosen list={list} group={grouping.open} />}
      >
        <GroupFound list={list} group={grouping.open} />
        <ExportButton list={list} columns={columns} />
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        emptyText="upgradeResult.empty"
        actions={(row) => <ResultActs row={row} why={() => why.open(row)} reporting={reporting} />}
      />
      <WhyDialog dialog={why} />
      <GroupDialog dialog={grouping} />
      <ReportDialog dialog={reporting} />
    </Screen>
  )
}

interface ChosenProps {
  readonly list: List<UpgradeResult>
  readonly group: (which: Grouped) => void
}

/** Of all terminals that the filters find. */
function GroupFound({ list: { sought, total, isCapped }, group }: ChosenProps) {
  const isAllowed = useCan(upgradeResults.toGroup.permission)
  if (!isAllowed || total === 0 || Object.keys(sought).length === 0) return null
  return (
    <Button
      variant="default"
      disabled={isCapped}
      title={isCapped ? t('group.tooMany', { limit: formatNumber(mostGrouped) }) : undefined}
      onClick={() => group({ which: soughtResults(sought), count: total })}
    >
      {t('upgradeResult.groupAll')}
    </Button>
  )
}

/** What is done with those that are chosen. */
function Chosen({ list, group }: ChosenProps) {
  const send = useSend(upgradeResults)
  const run = async (call: 'retryMany' | 'cancelMany') => {
    const body = { ids: [...list.selected] }
    const title = t(call === 'retryMany' ? 'upgradeResult.retry' : 'upgradeResult.cancel')
    if (!(await confirmChosen(body, { title }))) return
    const sent = await outcomeOf(send(upgradeResults[call], { body }))
    if (!('reply' in sent)) return
    const count = formatNumber(sent.reply.count)
    const text = t(call === 'retryMany' ? 'upgradeResult.retried' : 'upgradeResult.cancelled', {
      count,
    })
    await notifyBatch(sent.reply, { kind: 'success', text })
    list.clearSelection()
  }
  return (
    <>
      <ChosenButton
        list={list}
        code={upgradeResults.retryMany.permission}
        icon="restore"
        onClick={() => void run('retryMany')}
      >
        {t('upgradeResult.retry')}
      </ChosenButton>
      <ChosenButton
        list={list}
        code={upgradeResults.toGroup.permission}
        icon="plus"
        onClick={() => group({ which: { ids: [...list.selected] }, count: list.selected.size })}
      >
        {t('upgradeResult.toGroup')}
      </ChosenButton>
      <ChosenButton
        list={list}
        code={upgradeResults.cancelMany.permission}
        icon="close"
        isDangerous
        onClick={() => void run('cancelMany')}
      >
        {t('upgradeResult.cancel')}
      </ChosenButton>
    </>
  )
}
