import { type Device, devices, itemStates, type TaskItem } from '@muster/contract'
import { type List, useList } from '../../../../kit/list/useList.ts'
import { ListPager } from '../../../../kit/list/ListPager.tsx'
import { ListState } from '../../../../kit/list/ListState.tsx'
import { t } from '../../../../platform/texts.ts'
import { Alert } from '../../../../ui/controls.ts'
import { Select } from '../../../../ui/Select.tsx'
import { stateText } from '../../command/commandTexts.ts'
import { isOver } from './steps.ts'
import { TaskCard } from './TaskCard.tsx'
import classes from './tasks.module.css'
import { usePolling } from './usePolling.ts'

/** The commands to a terminal, the newest first, each with its steps; they move while one looks. */
export function TasksTab({ device }: { readonly device: Device }) {
  const list = useList({ page: devices.tasks }, { params: { id: device.id } })
  const isPolling = usePolling(device.id, list.rows)
  return (
    <div className={classes.tab}>
      <StateFilter list={list} />
      {isPolling && (
        <Alert color="yellow" role="status">
          {t('device.notLive')}
        </Alert>
      )}
      {list.rows.length === 0 ? (
        <ListState list={list} empty={<p>{t('device.noTasks')}</p>} />
      ) : (
        <ol className={classes.list} aria-busy={list.isBusy}>
          {list.rows.map((item, index) => (
            <TaskCard
              key={item.id}
              item={item}
              sn={device.sn}
              startsOpen={index === 0 || !isOver(item)}
            />
          ))}
        </ol>
      )}
      <ListPager list={list} />
    </div>
  )
}

function StateFilter({ list }: { readonly list: List<TaskItem> }) {
  return (
    <Select
      className={classes.filter}
      label={t('device.state')}
      placeholder={t('kit.any')}
      data={itemStates.map((state) => ({ value: state, label: stateText(state) }))}
      value={list.state.filter['state'] ?? null}
      onChange={(state) => list.change({ filter: { state: state ?? '' } })}
      clearable
    />
  )
}
