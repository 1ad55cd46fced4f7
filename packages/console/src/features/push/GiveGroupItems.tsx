import { mqttApks, mqttTasks } from '@muster/contract'
import { ActionItem } from '../../kit/list/ActionItem.tsx'
import { pathOfScreen } from '../../kit/pathOfScreen.ts'
import { useSession } from '../../kit/session.ts'
import { addressText, navigate } from '../../platform/address.ts'
import { t } from '../../platform/texts.ts'
import { groupQuery } from './useAskedGroup.ts'

/** Begins a task, or an application's, for the members of a group, from its menu. */
export function GiveGroupItems({ groupId }: { readonly groupId: string }) {
  const taskPath = useSession(({ menu }) => pathOfScreen(menu, 'MQTT_TASK'))
  const appPath = useSession(({ menu }) => pathOfScreen(menu, 'MQTT_APK'))
  const open = (path: string) => navigate(addressText({ path, query: groupQuery(groupId) }))
  return (
    <>
      {taskPath !== null && (
        <ActionItem code={mqttTasks.add.permission} icon="play" onClick={() => open(taskPath)}>
          {t('push.addTo')}
        </ActionItem>
      )}
      {appPath !== null && (
        <ActionItem code={mqttApks.add.permission} icon="plus" onClick={() => open(appPath)}>
          {t('push.addAppTo')}
        </ActionItem>
      )}
    </>
  )
}
