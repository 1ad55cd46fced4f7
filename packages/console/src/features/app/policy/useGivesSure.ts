import { type InputOf, type OrgApk, orgApks } from '@muster/contract'
import { useRef } from 'react'
import { call } from '../../../kit/call.ts'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { show } from '../../../kit/notify.ts'
import { pathOfScreen } from '../../../kit/pathOfScreen.ts'
import { can, useSession } from '../../../kit/session.ts'
import { outcomeOf } from '../../../kit/useAction.ts'
import { navigate } from '../../../platform/address.ts'
import { t } from '../../../platform/texts.ts'

type Fields = InputOf<typeof orgApks.add>['body']

/** Asks before a policy that is saved installs something, and tells where it can be watched. */
export function useGivesSure() {
  const path = useSession(({ menu }) => pathOfScreen(menu, 'MQTT_APK'))
  const given = useRef(0)
  const confirmSave = async (fields: Fields, record: OrgApk | null): Promise<boolean> => {
    given.current = 0
    const preview = isInForce(fields, record) ? await previewOf(fields, record) : null
    if (!preview || preview.count === 0) return preview !== undefined
    const { count, versionName, capped, needsApproval } = preview
    const said = capped ? 'orgApk.giveSureMore' : 'orgApk.giveSure'
    const text = t(said, { version: versionName ?? '', count })
    const title = t('orgApk.giveTitle')
    const isSure = await confirm({
      title,
      text: needsApproval ? `${text} ${t('orgApk.giveApproval')}` : text,
      agree: title,
      kind: 'ordinary',
      count,
    })
    if (isSure) given.current = count
    return isSure
  }
  const onSaved = ({ name }: Pick<OrgApk, 'name'>) => {
    if (given.current === 0) return
    show({
      kind: 'info',
      text: t('orgApk.giving', { name, count: given.current }),
      ...(path !== null && {
        action: { label: t('orgApk.showTasks'), onClick: () => navigate(path) },
      }),
    })
  }
  return { confirmSave, onSaved }
}

/** Whether it gives anything as soon as it is saved. */
const isInForce = ({ policy, endAt }: Fields, record: OrgApk | null): boolean =>
  policy === 'MANDATORY' &&
  record?.status !== 0 &&
  (!endAt || Date.parse(endAt) > Date.now()) &&
  can(orgApks.precheck.permission)

/** Undefined: nobody knows, and why is said. */
async function previewOf(fields: Fields, record: OrgApk | null) {
  const { orgId, appId, versionRule, versionCode, track, scopeKind, groupId, classificationId } =
    fields
  const scope = { orgId, scopeKind, groupId, classificationId }
  const body = {
    ...scope,
    appId,
    versionRule,
    versionCode,
    track,
    ...(record && { id: record.id }),
  }
  const outcome = await outcomeOf(call(orgApks.precheck, { body }))
  return 'reply' in outcome ? outcome.reply : undefined
}
