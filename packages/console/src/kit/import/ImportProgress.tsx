import { type AsyncTask, asyncTasks, type Import } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { query } from '../queries.ts'
import { nameText, t } from '../../platform/texts.ts'
import { Button } from '../../ui/controls.ts'
import { isOver } from '../task/taskTexts.tsx'
import { TakeBack } from '../task/TakeBack.tsx'
import { CheckedSheet } from './CheckedSheet.tsx'
import { EncodingChoice } from './EncodingChoice.tsx'
import { GoOn, isForeign } from './GoOn.tsx'
import { ImportedSheet } from './ImportedSheet.tsx'
import { ImportRunning, type TaskStep } from './ImportRunning.tsx'
import classes from './import.module.css'
import { ResultButton } from './ResultButton.tsx'
import type { ImportFlow } from './useImport.ts'

interface ImportProgressProps {
  readonly of: Import
  readonly flow: ImportFlow
  readonly step: TaskStep
  readonly close: () => void
}

/** A check or an import under way, and then what it came to. */
export function ImportProgress({ of, flow, step, close }: ImportProgressProps) {
  const { taskId, mode } = step
  // One's own tasks need no right; the live stream says when one has moved, and a slow poll without it.
  const { data: tasks } = useQuery({
    ...query(asyncTasks.mine, {}),
    refetchInterval: ({ state }) => (isRunning(state.data, taskId) ? 2_000 : false),
  })
  const task = tasks?.find(({ id }) => id === taskId)
  const isDone = task !== undefined && isOver(task)
  const { data: result } = useQuery({
    ...query(of.calls.result, { params: { id: taskId } }),
    enabled: isDone,
    staleTime: 0,
  })
  if (!isDone) return <ImportRunning task={task} step={step} flow={flow} />
  const wasRead = result !== undefined && result.rows > 0
  const isTaken = result !== undefined && mode === 'apply' && !of.isWithin
  return (
    <div className={classes.step}>
      {task.message && (
        <p role="alert" className={classes.problem}>
          {nameText(task.message)}
        </p>
      )}
      {isForeign(task) && <EncodingChoice {...flow} />}
      {wasRead && mode === 'check' && <CheckedSheet result={result} />}
      {wasRead && mode === 'apply' && <ImportedSheet result={result} task={task} />}
      <div className={classes.footer}>
        {isTaken && <TakeBack id={taskId} of="IMPORT" count={result.added} />}
        <Button variant="default" onClick={flow.startOver}>
          {t('import.again')}
        </Button>
        <ResultButton task={task} />
        {mode === 'check' ? (
          <GoOn task={task} result={result} flow={flow} />
        ) : (
          <Button
            onClick={() => {
              flow.startOver()
              close()
            }}
          >
            {t('import.close')}
          </Button>
        )}
      </div>
    </div>
  )
}

const isRunning = (tasks: readonly AsyncTask[] | undefined, id: string): boolean => {
  const task = tasks?.find((one) => one.id === id)
  return !task || !isOver(task)
}
