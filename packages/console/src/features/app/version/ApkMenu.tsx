import { type Apk, apks, editableApkStates, fillPath, mayMoveApk } from '@muster/contract'
import { useBatch } from '../../../kit/batch/useBatch.ts'
import { confirm } from '../../../kit/dialog/confirm.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { saveByTicket } from '../../../kit/download/saveByTicket.ts'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { useCan, useSession } from '../../../kit/session.ts'
import { useAction } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'

/** The dialogs about one version. */
export interface ApkDialogs {
  readonly form: Dialog<Apk>
  readonly next: Dialog<Apk>
  readonly review: Dialog<Apk>
  readonly publish: Dialog<Apk>
  readonly offline: Dialog<Apk>
}

interface ApkMenuProps {
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
      <ReviewItems apk={apk} dialogs={dialogs} />
      <ReleaseItems apk={apk} dialogs={dialogs} />
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

/** Asks, and then does what needs no more than that. */
function useAsked() {
  const act = useAction(apks)
  return async (
    call: typeof apks.submit,
    words: { readonly id: string; readonly title: string; readonly text: string },
  ) => {
    const { id, title, text } = words
    if (await confirm({ title, text, agree: title, kind: 'ordinary' }))
      await act(call, { params: { id } })
  }
}

/** The way to a decision; nobody decides about what he has made or handed in. */
function ReviewItems({ apk, dialogs }: ApkMenuProps) {
  const ask = useAsked()
  const act = useAction(apks)
  const me = useSession(({ user }) => user?.id)
  const { id, versionName: name, state, createdBy, submittedBy } = apk
  const isOwn = me === createdBy || me === submittedBy
  const begin = async () => {
    const begun = await act(review, { params: { id }, body: { result: 'START' } })
    if (begun) dialogs.review.open({ ...apk, state: 'IN_REVIEW' })
  }
  return (
    <>
      {mayMoveApk(state, 'submit') && (
        <ActionItem
          code={submit.permission}
          icon="message"
          onClick={() =>
            void ask(submit, { id, title: t('apk.submit'), text: t('apk.submitSure', { name }) })
          }
        >
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
            })
          }
        >
          {t('apk.withdraw')}
        </ActionItem>
      )}
      {mayMoveApk(state, 'start') && (
        <ActionItem
          code={review.permission}
          icon="eye"
          whyNot={isOwn ? 'apk.own' : null}
          onClick={() => void begin()}
        >
          {t('apk.start')}
        </ActionItem>
      )}
      {mayMoveApk(state, 'approve') && (
        <ActionItem
          code={review.permission}
          icon="check"
          whyNot={isOwn ? 'apk.own' : null}
          onClick={() => dialogs.review.open(apk)}
        >
          {t('apk.review')}
        </ActionItem>
      )}
    </>
  )
}

/** From the decision to the terminals, and back from them. */
function ReleaseItems({ apk, dialogs }: ApkMenuProps) {
  const ask = useAsked()
  const { id, versionName: name, state, publishAt } = apk
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
      {publishAt !== null && mayMoveApk(state, 'publish') && (
        <ActionItem
          code={apks.unplan.permission}
          icon="close"
          onClick={() =>
            void ask(apks.unplan, {
              id,
              title: t('apk.unplan'),
              text: t('apk.unplanSure', { name }),
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
