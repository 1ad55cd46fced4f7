import {
  commandNames,
  type TaskTemplate,
  mqttTasks,
  secretArguments,
  taskTemplates,
} from '@muster/contract'
import { useState } from 'react'
import bin from '../../kit/batch/bin.module.css'
import { confirm } from '../../kit/dialog/confirm.ts'
import { DialogFrame } from '../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../kit/dialog/useDialog.ts'
import { Filters } from '../../kit/filters/Filters.tsx'
import { RowActions, RowButton } from '../../kit/list/buttons.tsx'
import type { Columns } from '../../kit/list/columns.tsx'
import { DataTable } from '../../kit/list/DataTable.tsx'
import { localState, useRows } from '../../kit/list/useList.ts'
import page from '../../kit/page/page.module.css'
import { ScreenLabel } from '../../kit/page/screenLabel.ts'
import { Time } from '../../kit/page/values.tsx'
import { useAction } from '../../kit/useAction.ts'
import { t } from '../../platform/texts.ts'
import { changed } from '../../ui/table/listState.ts'
import { commandKey, commandText } from '../device/index.ts'

interface TemplateDialogProps {
  readonly dialog: Dialog<unknown>
  /** Begins a task from one. */
  readonly start: (template: TaskTemplate) => void
}

const columns: Columns<TaskTemplate> = [
  { key: 'name', title: 'push.template.name', sortable: true, width: 220 },
  {
    key: 'cmd',
    title: 'push.kind',
    sortable: true,
    width: 180,
    render: ({ cmd }) => commandText(cmd),
  },
  { key: 'orgName', title: 'push.template.org', width: 160 },
  {
    key: 'updatedAt',
    title: 'push.template.updated',
    sortable: true,
    render: ({ updatedAt }) => <Time at={updatedAt} />,
  },
]

const fields = {
  cmd: {
    label: 'push.kind',
    options: Object.fromEntries(
      // None of these keeps a password.
      commandNames
        .filter((cmd) => secretArguments(cmd).length === 0)
        .map((cmd) => [cmd, commandKey(cmd)]),
    ),
  },
} as const

/** The templates that one sees: a task is begun from one, or one is deleted. */
export function TemplateDialog({ dialog, start }: TemplateDialogProps) {
  const { isOpen, close } = dialog
  const title = t('push.templates')
  return (
    <DialogFrame looksOnly isOpen={isOpen} close={close} title={title} size="80rem">
      {isOpen && (
        <ScreenLabel value={title}>
          <Templates
            start={(template) => {
              close()
              start(template)
            }}
          />
        </ScreenLabel>
      )}
    </DialogFrame>
  )
}

function Templates({ start }: Pick<TemplateDialogProps, 'start'>) {
  const [state, setState] = useState(localState)
  const list = useRows(
    taskTemplates.page,
    {},
    { state, change: (change) => setState(changed(state, change)) },
  )
  const remove = useRemove()
  return (
    <div className={`${page.screen} ${bin.inDialog}`} data-screen="">
      <Filters list={list} keyword={['push.template.name']} fields={fields} />
      <DataTable
        list={list}
        columns={columns}
        emptyText="push.templates.empty"
        actions={(template) => (
          <RowActions>
            <RowButton code={mqttTasks.add.permission} onClick={() => start(template)}>
              {t('push.template.start')}
            </RowButton>
            <RowButton
              code={taskTemplates.remove.permission}
              isDangerous
              onClick={() => void remove(template)}
            >
              {t('kit.remove')}
            </RowButton>
          </RowActions>
        )}
      />
    </div>
  )
}

function useRemove() {
  const act = useAction(taskTemplates)
  return async ({ id, name }: TaskTemplate) => {
    const title = t('push.template.removeAsk', { name })
    const text = t('push.template.removeHint')
    const isSure = await confirm({ title, text, agree: t('kit.remove'), kind: 'dangerous' })
    if (isSure) await act(taskTemplates.remove, { params: { id } })
  }
}
