import { appKinds, apps, mqttApks, policyApps, type Push } from '@muster/contract'
import { useDialog } from '../../kit/dialog/useDialog.ts'
import type { Columns } from '../../kit/list/columns.tsx'
import { Screen } from '../../kit/page/Screen.tsx'
import { Ltr, Time } from '../../kit/page/values.tsx'
import { useCan } from '../../kit/session.ts'
import { lazyDialog } from '../../platform/lazyPart.tsx'
import { formatAll, formatPercent, nothing } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { Button } from '../../ui/controls.ts'
import { commandKey } from '../device/index.ts'
import type { PushStart } from './form/pushStart.ts'
import { useAskedGroup } from './useAskedGroup.ts'
import { optNames, optTexts } from './appTaskTexts.ts'
import { useAskedVersion } from './useAskedVersion.ts'
import { HaltBanner } from './HaltBanner.tsx'
import { columns } from './pushColumns.tsx'
import { PushList } from './PushList.tsx'

const AppTaskForm = lazyDialog(() =>
  import('./form/AppTaskForm.tsx').then((file) => file.AppTaskForm),
)

const kinds = {
  label: 'push.kind',
  options: Object.fromEntries(appKinds.map((kind) => [kind, commandKey(kind)])),
} as const

/** What a task asks of a terminal, in words. */
const asksText = (asks: readonly string[]): string =>
  formatAll(optNames.filter((name) => asks.includes(name)).map((name) => t(optTexts[name])))

const appColumns: Columns<Push> = columns.flatMap((column) =>
  column.key === 'state'
    ? [
        column,
        {
          key: 'versionName',
          title: 'appPush.version',
          width: 110,
          render: ({ versionName }) => <Ltr>{versionName}</Ltr>,
          file: [
            { key: 'package', title: 'appPush.package' },
            { key: 'versionName', title: 'appPush.version' },
          ],
        },
        {
          key: 'errorPercent',
          title: 'appPush.errorRate',
          width: 92,
          align: 'end',
          render: ({ errorPercent }) =>
            errorPercent === null ? nothing : formatPercent(errorPercent / 100),
        },
        {
          key: 'asks',
          title: 'push.options',
          width: 160,
          render: ({ asks }) => asksText(asks) || nothing,
        },
        {
          key: 'expiresAt',
          title: 'push.expiresAt',
          holds: 'moment',
          render: ({ expiresAt }) => <Time at={expiresAt} />,
        },
      ]
    : [column],
)

/** MQTT_APK: applications brought to many terminals or taken away, how far each has come, and the way back. */
export function AppTaskScreen() {
  const { permission } = mqttApks.add
  const form = useAskedVersion(useAskedGroup(useDialog<PushStart>(), permission))
  const mayAdd = useCan(permission)
  const seesAll = useCan(policyApps.list.permission)
  const open = async (reading: Promise<PushStart | null>) => {
    const start = await reading
    if (start) form.open(start)
  }
  return (
    <Screen title="appPush.title">
      <HaltBanner />
      <PushList
        of={mqttApks}
        columns={appColumns}
        kinds={kinds}
        filters={{
          // What was brought is not always one's own: that of an organisation above is named, too.
          appId: { label: 'appPush.app', of: seesAll ? policyApps : apps },
          versionName: 'appPush.version',
        }}
        copy={{
          permission,
          open: ({ id }) => void open(startFrom(id)),
          edit: ({ id }) => void open(editFrom(id)),
        }}
        add={mayAdd && <Button onClick={() => form.open()}>{t('appPush.add')}</Button>}
        emptyText="appPush.empty"
      />
      <AppTaskForm dialog={form} />
    </Screen>
  )
}

/** What the copy of a task begins with; its code comes when it is asked for. */
const startFrom = async (id: string): Promise<PushStart | null> =>
  (await import('./form/copyStart.ts')).readAppStart(id)

/** What a change of it begins with. */
const editFrom = async (id: string): Promise<PushStart | null> =>
  (await import('./form/copyStart.ts')).readAppEdit(id)
