import {
  devices,
  repairs,
  retriedStates,
  type UpgradeResult,
  upgradeResults,
} from '@muster/contract'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { RowActions, RowButton } from '../../../kit/list/buttons.tsx'
import { pathOfScreen } from '../../../kit/pathOfScreen.ts'
import { useSession } from '../../../kit/session.ts'
import { useAction } from '../../../kit/useAction.ts'
import { navigate } from '../../../platform/address.ts'
import { t } from '../../../platform/texts.ts'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'
import {
  askCommand,
  commandIcons,
  commandText,
  devicePath,
  type FaultReport,
  messagesAddress,
  permissionOf,
} from '../../device/index.ts'
import { watchAddress } from '../plan/watched.ts'

interface ResultActsProps {
  readonly row: UpgradeResult
  readonly why: () => void
  readonly reporting: Dialog<FaultReport>
}

/** What is done with one result. */
export function ResultActs({ row, why, reporting }: ResultActsProps) {
  const { id, sn, state, endedAt } = row
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
        <ActionItem code={upgradeResults.why.permission} icon="info" onClick={why}>
          {t('upgradeResult.why')}
        </ActionItem>
        <Places row={row} />
        <ActionItem
          code={permissionOf('LOG_PULL')}
          icon={commandIcons.LOG_PULL}
          onClick={() => {
            askCommand({ deviceId: row.deviceId, cmd: 'LOG_PULL' })
            navigate(devicePath(row.deviceId))
          }}
        >
          {commandText('LOG_PULL')}
        </ActionItem>
        <ActionItem
          code={repairs.add.permission}
          icon="warning"
          onClick={() => reporting.open({ sn, source: 'CONSOLE' })}
        >
          {t('repair.add')}
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

/** Where more is said of it: its plan, its terminal and its messages, as far as the reader has these screens. */
function Places({ row: { id, deviceId, planId, publishedAt } }: Pick<ResultActsProps, 'row'>) {
  const menu = useSession((session) => session.menu)
  const [plans, messages] = [pathOfScreen(menu, 'PLAN'), pathOfScreen(menu, 'MQTT_LOG')]
  const { permission } = upgradeResults.page
  return (
    <>
      {planId !== null && plans !== null && (
        <ActionItem
          code={permission}
          icon="larger"
          onClick={() => navigate(watchAddress(plans, planId))}
        >
          {t('upgradeResult.openPlan')}
        </ActionItem>
      )}
      <ActionItem
        code={devices.detail.permission}
        icon="screen"
        onClick={() => navigate(devicePath(deviceId, 'tasks'))}
      >
        {t('upgradeResult.openTerminal')}
      </ActionItem>
      {messages !== null && publishedAt !== null && (
        <ActionItem
          code={permission}
          icon="message"
          onClick={() => navigate(messagesAddress(messages, { id, at: publishedAt }))}
        >
          {t('push.trail')}
        </ActionItem>
      )}
    </>
  )
}
