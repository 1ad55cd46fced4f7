import {
  groups,
  itemStates,
  models,
  organizations,
  planFaults,
  plans,
  retriedStates,
  type UpgradeResult,
  upgradeResults,
  upgradeVersions,
} from '@muster/contract'
import { ChosenButton } from '../../../kit/batch/RemoveButtons.tsx'
import { notifyBatch } from '../../../kit/batch/lazyBatch.ts'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { RowActions, RowButton } from '../../../kit/list/buttons.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { type List, useList } from '../../../kit/list/useList.ts'
import { Screen } from '../../../kit/page/Screen.tsx'
import { outcomeOf, useAction, useSend } from '../../../kit/useAction.ts'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'
import { stateKeys } from '../../device/index.ts'
import { outcomeTexts } from '../plan/planTexts.ts'
import { columns } from './resultColumns.tsx'
import { ResultErrors } from './ResultErrors.tsx'

const WhyDialog = lazyDialog(() => import('./ResultDialogs.tsx').then((file) => file.WhyDialog))
const GroupDialog = lazyDialog(() => import('./ResultDialogs.tsx').then((file) => file.GroupDialog))

const states = {
  OPEN: 'push.state.OPEN',
  FAILED_ANY: 'push.item.FAILED_ANY',
  NO_CONTACT: 'push.step.NO_CONTACT',
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
  wave: 'plan.waveNow',
  orgId: { label: 'push.orgAndBelow', of: organizations },
  modelId: { label: 'device.model', of: models },
  from: { label: 'log.from', kind: 'moment' },
  to: { label: 'log.to', kind: 'moment' },
} as const

/** RESULT: what became of each terminal that an upgrade was wanted of. */
export function ResultList() {
  const list = useList(upgradeResults)
  const why = useDialog<UpgradeResult>()
  const grouping = useDialog<never>()
  const chosen = list.rows.filter(({ id }) => list.selected.has(id))
  return (
    <Screen title="upgradeResult.title">
      <Filters list={list} keyword={['push.sn']} fields={fields} />
      <ResultErrors
        sought={list.sought}
        show={(code) => list.change({ filter: { ...list.state.filter, code } })}
      />
      <ActionLine
        list={list}
        columns={columns}
        chosen={<Chosen list={list} group={grouping.open} />}
      >
        <ExportButton list={list} columns={columns} />
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        emptyText="upgradeResult.empty"
        actions={(row) => <Acts row={row} why={() => why.open(row)} />}
      />
      <WhyDialog dialog={why} />
      <GroupDialog dialog={grouping} sns={chosen.map(({ sn }) => sn)} />
    </Screen>
  )
}

interface ActsProps {
  readonly row: UpgradeResult
  readonly why: () => void
}

/** What is done with one result. */
function Acts({ row: { id, sn, state, endedAt }, why }: ActsProps) {
  const act = useAction(upgradeResults)
  const asked = { params: { id } }
  const isRetried = retriedStates.some((one) => one === state)
  return (
    <RowActions>
      {isRetried && (
        <RowButton
          code={upgradeResults.retry.permission}
          onClick={() =>
            void act(upgradeResults.retry, asked, () => t('upgradeResult.retriedOne', { sn }))
          }
        >
          {t('upgradeResult.retry')}
        </RowButton>
      )}
      <MoreMenu label={t('upgradeResult.actionsOf', { sn })}>
        <ActionItem code={upgradeResults.detail.permission} icon="info" onClick={why}>
          {t('upgradeResult.why')}
        </ActionItem>
        {endedAt === null && (
          <ActionItem
            code={upgradeResults.cancel.permission}
            icon="close"
            isDangerous
            onClick={() =>
              void act(upgradeResults.cancel, asked, () => t('upgradeResult.cancelledOne', { sn }))
            }
          >
            {t('upgradeResult.cancel')}
          </ActionItem>
        )}
      </MoreMenu>
    </RowActions>
  )
}

interface ChosenProps {
  readonly list: List<UpgradeResult>
  readonly group: () => void
}

/** What is done with those that are chosen. */
function Chosen({ list, group }: ChosenProps) {
  const send = useSend(upgradeResults)
  const run = async (call: 'retryMany' | 'cancelMany') => {
    const body = { ids: [...list.selected] }
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
      <ChosenButton list={list} code={groups.addMembers.permission} icon="plus" onClick={group}>
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
