import {
  type Apk,
  apks,
  appStat,
  editableApkStates,
  fillPath,
  mayMoveApk,
  mqttApks,
  orgApks,
  pendingApkStates,
  reviewedApkStates,
} from '@muster/contract'
import { useBatch } from '../../../kit/batch/useBatch.ts'
import { confirm } from '../../../kit/dialog/confirm.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { saveByTicket } from '../../../kit/download/saveByTicket.ts'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { RowButton } from '../../../kit/list/buttons.tsx'
import { pathOfScreen } from '../../../kit/pathOfScreen.ts'
import { useCan, useSession } from '../../../kit/session.ts'
import { useAction } from '../../../kit/useAction.ts'
import { addressText, navigate } from '../../../platform/address.ts'
import { t } from '../../../platform/texts.ts'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'
import { isOwnApk } from './isOwnApk.ts'

/** The dialogs about one version. */
export interface ApkDialogs {
  readonly form: Dialog<Apk>
  readonly next: Dialog<Apk>
  readonly review: Dialog<Apk>
  readonly publish: Dialog<Apk>
  readonly offline: Dialog<Apk>
  /** A version that is to reach terminals in steps. */
  readonly steps: Dialog<Apk>
  readonly templates: Dialog<Apk>
}

export interface ApkMenuProps {
  readonly apk: Apk
  readonly dialogs: ApkDialogs
}

const { add, update, download, submit, review, publish, offline, remove } = apks
const codes = [add, update, download, submit, review, publish, offline, remove].map(
  ({ permission }) => permission,
)

/** What may be done with a version in its state. */
export function ApkMenu({ apk, dialogs }: ApkMenuProps) {
  const batch = useBatch(apks)
  if (!useCan(codes)) return null
  const { id, versionName: name, state } = apk
  return (
    <MoreMenu label={t('apk.actionsOf', { name })}>
      {editableApkStates.some((one) => one === state) && (
        <ActionItem code={update.permission} icon="edit" onClick={() => dialogs.form.open(apk)}>
          {t('kit.edit')}
        </ActionItem>
      )}
      {!pendingApkStates.some((one) => one === state) && (
        <ActionItem
          code={apks.setTemplates.permission}
          icon="columns"
          onClick={() => dialogs.templates.open(apk)}
        >
          {t('apk.templates')}
        </ActionItem>
      )}
      <ReviewItems apk={apk} dialogs={dialogs} />
      <ReleaseItems apk={apk} dialogs={dialogs} />
      <FigureItems apk={apk} />
      <ActionItem
        code={download.permission}
        icon="tray"
        onClick={() => saveByTicket(fillPath(download.path, { id }))}
      >
        {t('apk.download')}
      </ActionItem>
      <ActionItem code={add.permission} icon="plus" onClick={() => dialogs.next.open(apk)}>
        {t('apk.next')}
      </ActionItem>
      <ActionItem
        code={remove.permission}
        icon="trash"
        isDangerous
        onClick={() => void batch('remove', { id })}
      >
        {t('kit.remove')}
      </ActionItem>
    </MoreMenu>
  )
}

/** In these a version may be brought to a share of the terminals of a policy. */
const releasableStates = ['SIGNED', 'GREY', 'ONLINE'] as const

/** Asks, and then does what needs no more than that. */
function useAsked() {
  const act = useAction(apks)
  return async (
    call: typeof apks.submit,
    words: {
      readonly id: string
      readonly title: string
      readonly text: string
      readonly said: string
    },
  ) => {
    const { id, title, text, said } = words
    if (await confirm({ title, text, agree: title, kind: 'ordinary' }))
      await act(call, { params: { id } }, () => said)
  }
}

/** Hands a version in, once that is sure. */
function useSubmit() {
  const ask = useAsked()
  return ({ id, name }: Apk) =>
    ask(submit, {
      id,
      title: t('apk.submit'),
      text: t('apk.submitSure', { name }),
      said: t('apk.submitted', { name }),
    })
}

/** What comes next for a version, without a menu. */
export function NextStep({ apk, dialogs }: ApkMenuProps) {
  const handIn = useSubmit()
  const me = useSession(({ user }) => user?.id)
  const { state } = apk
  if (mayMoveApk(state, 'submit'))
    return (
      <RowButton code={submit.permission} onClick={() => void handIn(apk)}>
        {t('apk.submit')}
      </RowButton>
    )
  if (reviewedApkStates.some((one) => one === state) && !isOwnApk(apk, me))
    return (
      <RowButton code={review.permission} onClick={() => dialogs.review.open(apk)}>
        {t('apk.review')}
      </RowButton>
    )
  if (state !== 'SIGNED') return null
  return (
    <RowButton code={publish.permission} onClick={() => dialogs.publish.open(apk)}>
      {t('apk.publish')}
    </RowButton>
  )
}

/** The way to a decision; nobody decides about what he has made or handed in. */
function ReviewItems({ apk, dialogs }: ApkMenuProps) {
  const ask = useAsked()
  const handIn = useSubmit()
  const me = useSession(({ user }) => user?.id)
  const { id, name, state } = apk
  return (
    <>
      {mayMoveApk(state, 'submit') && (
        <ActionItem code={submit.permission} icon="message" onClick={() => void handIn(apk)}>
          {t('apk.submit')}
        </ActionItem>
      )}
      {mayMoveApk(state, 'withdraw') && (
        <ActionItem
          code={apks.withdraw.permission}
          icon="restore"
          onClick={() =>
            void ask(apks.withdraw, {
              id,
              title: t('apk.withdraw'),
              text: t('apk.withdrawSure', { name }),
              said: t('apk.withdrawn', { name }),
            })
          }
        >
          {t('apk.withdraw')}
        </ActionItem>
      )}
      {reviewedApkStates.some((one) => one === state) && (
        <ActionItem
          code={review.permission}
          icon="check"
          whyNot={isOwnApk(apk, me) ? 'apk.own' : null}
          onClick={() => dialogs.review.open(apk)}
        >
          {t('apk.review')}
        </ActionItem>
      )}
    </>
  )
}

/** In these a version may be brought to terminals that somebody names. */
const pushableStates = ['GREY', 'ONLINE', 'SUPERSEDED'] as const

/** To the form of a task that brings it. */
function PushItem({ apk: { id, appId, state } }: Pick<ApkMenuProps, 'apk'>) {
  const path = useSession(({ menu }) => pathOfScreen(menu, 'MQTT_APK'))
  if (path === null || !pushableStates.some((one) => one === state)) return null
  return (
    <ActionItem
      code={mqttApks.add.permission}
      icon="tray"
      onClick={() => navigate(addressText({ path, query: { bringApp: appId, bringApk: id } }))}
    >
      {t('apk.push')}
    </ActionItem>
  )
}

/** To the figures of the application, and to the terminals that have the version. */
function FigureItems({ apk: { appId, versionCode } }: Pick<ApkMenuProps, 'apk'>) {
  const path = useSession(({ menu }) => pathOfScreen(menu, 'STATISTICS_APK'))
  if (path === null) return null
  const { permission } = appStat.summary
  const go = (query: Readonly<Record<string, string>>) => navigate(addressText({ path, query }))
  return (
    <>
      <ActionItem code={permission} icon="gauge" onClick={() => go({ appId })}>
        {t('apk.figures')}
      </ActionItem>
      <ActionItem
        code={permission}
        icon="screen"
        onClick={() => go({ tab: 'terminals', appId, versionCode: String(versionCode) })}
      >
        {t('apk.holders')}
      </ActionItem>
    </>
  )
}

/** From the decision to the terminals, and back from them. */
function ReleaseItems({ apk, dialogs }: ApkMenuProps) {
  const ask = useAsked()
  const { id, name, state, publishAt } = apk
  return (
    <>
      {mayMoveApk(state, 'publish') && (
        <ActionItem
          code={publish.permission}
          icon="check"
          onClick={() => dialogs.publish.open(apk)}
        >
          {t('apk.publish')}
        </ActionItem>
      )}
      {releasableStates.some((one) => one === state) && (
        <ActionItem
          code={orgApks.releases.permission}
          icon="larger"
          onClick={() => dialogs.steps.open(apk)}
        >
          {t('apk.inSteps')}
        </ActionItem>
      )}
      <PushItem apk={apk} />
      {publishAt !== null && mayMoveApk(state, 'publish') && (
        <ActionItem
          code={apks.unplan.permission}
          icon="close"
          onClick={() =>
            void ask(apks.unplan, {
              id,
              title: t('apk.unplan'),
              text: t('apk.unplanSure', { name }),
              said: t('apk.unplanned', { name }),
            })
          }
        >
          {t('apk.unplan')}
        </ActionItem>
      )}
      {mayMoveApk(state, 'takeOffline') && (
        <ActionItem
          code={offline.permission}
          icon="power"
          isDangerous
          onClick={() => dialogs.offline.open(apk)}
        >
          {t('apk.offline')}
        </ActionItem>
      )}
    </>
  )
}
