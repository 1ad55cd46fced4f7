import { commandNames, mqttTasks, type TaskTemplate, taskTemplates } from '@muster/contract'
import { useDialog } from '../../kit/dialog/useDialog.ts'
import { Screen } from '../../kit/page/Screen.tsx'
import { useCan } from '../../kit/session.ts'
import { lazyDialog } from '../../platform/lazyPart.tsx'
import { t } from '../../platform/texts.ts'
import { Button } from '../../ui/controls.ts'
import { commandKey } from '../device/index.ts'
import type { PushStart } from './form/pushStart.ts'
import { HaltBanner } from './HaltBanner.tsx'
import { columns } from './pushColumns.tsx'
import { PushList } from './PushList.tsx'
import { useAskedGroup } from './useAskedGroup.ts'

const TaskForm = lazyDialog(() => import('./form/TaskForm.tsx').then((file) => file.TaskForm))
const TemplateDialog = lazyDialog(() =>
  import('./TemplateDialog.tsx').then((file) => file.TemplateDialog),
)
const HaltDialog = lazyDialog(() => import('./HaltDialog.tsx').then((file) => file.HaltDialog))

const kinds = {
  label: 'push.kind',
  options: Object.fromEntries(commandNames.map((cmd) => [cmd, commandKey(cmd)])),
} as const

/** MQTT_TASK: commands to many terminals, how far each has come, and the halt of all sending. */
export function TaskScreen() {
  const form = useAskedGroup(useDialog<PushStart>(), mqttTasks.add.permission)
  const halt = useDialog<unknown>()
  const templates = useDialog<unknown>()
  const maySeeTemplates = useCan(taskTemplates.page.permission)
  const begin = async (template: TaskTemplate) => form.open(await startFromTemplate(template))
  const mayHalt = useCan(mqttTasks.halt.permission)
  const mayAdd = useCan(mqttTasks.add.permission)
  const open = async (reading: Promise<PushStart | null>) => {
    const start = await reading
    if (start) form.open(start)
  }
  return (
    <Screen title="push.title">
      <HaltBanner />
      <PushList
        of={mqttTasks}
        columns={columns}
        kinds={kinds}
        copy={{
          permission: mqttTasks.add.permission,
          open: ({ id }) => void open(startFrom(id)),
          edit: ({ id }) => void open(editFrom(id)),
        }}
        add={mayAdd && <Button onClick={() => form.open()}>{t('push.add')}</Button>}
        acts={
          <>
            {maySeeTemplates && (
              <Button variant="default" onClick={() => templates.open()}>
                {t('push.templates')}
              </Button>
            )}
            {mayHalt && (
              <Button variant="outline" color="red" onClick={() => halt.open()}>
                {t('push.halt')}
              </Button>
            )}
          </>
        }
      />
      <TaskForm dialog={form} />
      <HaltDialog dialog={halt} />
      <TemplateDialog dialog={templates} start={(template) => void begin(template)} />
    </Screen>
  )
}

/** What the copy of a task begins with; its code comes when it is asked for. */
const startFrom = async (id: string): Promise<PushStart | null> =>
  (await import('./form/copyStart.ts')).readStart(id)

/** What a change of it begins with. */
const editFrom = async (id: string): Promise<PushStart | null> =>
  (await import('./form/copyStart.ts')).readEdit(id)

const startFromTemplate = async (template: TaskTemplate): Promise<PushStart> =>
  (await import('./form/templateStart.ts')).templateStart(template)
