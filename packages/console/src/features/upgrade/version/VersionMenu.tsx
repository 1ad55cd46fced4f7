import {
  editableVersionStates,
  fillPath,
  mayMoveVersion,
  plans,
  type UpgradeVersion,
  upgradeVersions,
} from '@muster/contract'
import { useBatch } from '../../../kit/batch/useBatch.ts'
import { confirm } from '../../../kit/dialog/confirm.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { saveByTicket } from '../../../kit/download/saveByTicket.ts'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { RowButton } from '../../../kit/list/buttons.tsx'
import { useAction } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'
import { useNewPlan } from './useNewPlan.ts'
import { titleOf } from './versionTexts.ts'

/** The dialogs about one version. */
interface VersionDialogs {
  readonly form: Dialog<UpgradeVersion>
  readonly details: Dialog<UpgradeVersion>
  readonly review: Dialog<UpgradeVersion>
  readonly path: Dialog<UpgradeVersion>
  readonly lab: Dialog<UpgradeVersion>
  readonly suspend: Dialog<UpgradeVersion>
  readonly offline: Dialog<UpgradeVersion>
  readonly recall: Dialog<UpgradeVersion>
}

interface VersionMenuProps {
  readonly version: UpgradeVersion
  readonly dialogs: VersionDialogs
}

const calls = upgradeVersions

/** Asks, and then does what needs no more than that. */
function useAsked() {
  const act = useAction(calls)
  return async (which: 'submit' | 'withdraw' | 'online', version: UpgradeVersion) => {
    const name = titleOf(version)
    const title = t(`upgradeVersion.${which}`)
    const text = t(`upgradeVersion.${which}Sure`, { name })
    if (await confirm({ title, text, agree: title, kind: 'ordinary' }))
      await act(calls[which], { params: { id: version.id } }, () =>
        t(`upgradeVersion.${which}Done`, { name }),
      )
  }
}

/** What comes next for a version, without a menu. */
export function NextStep({ version, dialogs }: VersionMenuProps) {
  const ask = useAsked()
  const { state } = version
  if (mayMoveVersion(state, 'submit'))
    return (
      <RowButton code={calls.submit.permission} onClick={() => void ask('submit', version)}>
        {t('upgradeVersion.submit')}
      </RowButton>
    )
  if (version.waitsForMe)
    return (
      <RowButton code={calls.review.permission} onClick={() => dialogs.review.open(version)}>
        {t('upgradeVersion.review')}
      </RowButton>
    )
  if (!mayMoveVersion(state, 'putOnline')) return null
  return (
    <RowButton code={calls.online.permission} onClick={() => void ask('online', version)}>
      {t('upgradeVersion.online')}
    </RowButton>
  )
}

/** What may be done with a version in its state. */
export function VersionMenu({ version, dialogs }: VersionMenuProps) {
  const batch = useBatch(calls)
  const ask = useAsked()
  const plan = useNewPlan(version)
  const { id, state } = version
  const open = (dialog: keyof VersionDialogs) => () => dialogs[dialog].open(version)
  return (
    <MoreMenu label={t('upgradeVersion.actionsOf', { name: titleOf(version) })}>
      <ActionItem code={calls.detail.permission} icon="info" onClick={open('details')}>
        {t('upgradeVersion.details')}
      </ActionItem>
      {plan && (
        <ActionItem code={plans.add.permission} icon="calendar" onClick={plan}>
          {t('upgradeVersion.newPlan')}
        </ActionItem>
      )}
      {editableVersionStates.some((one) => one === state) && (
        <ActionItem code={calls.update.permission} icon="edit" onClick={open('form')}>
          {t('kit.edit')}
        </ActionItem>
      )}
      {mayMoveVersion(state, 'withdraw') && (
        <ActionItem
          code={calls.withdraw.permission}
          icon="restore"
          onClick={() => void ask('withdraw', version)}
        >
          {t('upgradeVersion.withdraw')}
        </ActionItem>
      )}
      {version.recalledAt === null && (
        <ActionItem code={calls.labTest.permission} icon="check" onClick={open('lab')}>
          {t('upgradeVersion.labTest')}
        </ActionItem>
      )}
      <ActionItem code={calls.path.permission} icon="larger" onClick={open('path')}>
        {t('upgradeVersion.path')}
      </ActionItem>
      <ActionItem
        code={calls.download.permission}
        icon="tray"
        onClick={() => saveByTicket(fillPath(calls.download.path, { id }))}
      >
        {t('upgradeVersion.download')}
      </ActionItem>
      <EndItems version={version} open={open} />
      <ActionItem
        code={calls.remove.permission}
        icon="trash"
        isDangerous
        onClick={() => void batch('remove', { id })}
      >
        {t('kit.remove')}
      </ActionItem>
    </MoreMenu>
  )
}

interface EndItemsProps {
  readonly version: UpgradeVersion
  readonly open: (dialog: keyof VersionDialogs) => () => void
}

/** The ways back from the terminals. */
const EndItems = ({ version: { state, recalledAt }, open }: EndItemsProps) => (
  <>
    {mayMoveVersion(state, 'suspend') && (
      <ActionItem code={calls.suspend.permission} icon="clock" onClick={open('suspend')}>
        {t('upgradeVersion.suspend')}
      </ActionItem>
    )}
    {mayMoveVersion(state, 'takeOffline') && (
      <ActionItem
        code={calls.offline.permission}
        icon="power"
        isDangerous
        onClick={open('offline')}
      >
        {t('upgradeVersion.offline')}
      </ActionItem>
    )}
    {mayMoveVersion(state, 'recall') && recalledAt === null && (
      <ActionItem
        code={calls.recall.permission}
        icon="warning"
        isDangerous
        onClick={open('recall')}
      >
        {t('upgradeVersion.recall')}
      </ActionItem>
    )}
  </>
)
