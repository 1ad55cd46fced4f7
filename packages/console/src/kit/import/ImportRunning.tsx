import { type AsyncTask, asyncTasks, type ImportResult } from '@muster/contract'
import { useAction } from '../useAction.ts'
import { useCan } from '../session.ts'
import { formatNumber, formatPercent } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import { Bar } from '../../ui/Bar.tsx'
import { Button } from '../../ui/controls.ts'
import { etaText } from '../task/taskTexts.tsx'
import classes from './import.module.css'
import type { ImportFlow } from './useImport.ts'

export interface TaskStep {
  readonly taskId: string
  readonly name: string
  readonly mode: ImportResult['mode']
}

interface RunningProps {
  readonly step: TaskStep
  readonly flow: ImportFlow
  readonly task: AsyncTask | undefined
}

/** How far it is; the dialog may be closed meanwhile, the task tray shows the same. */
export function ImportRunning({ task, step: { taskId, name, mode }, flow }: RunningProps) {
  const act = useAction(asyncTasks)
  const mayCancel = useCan(asyncTasks.cancel.permission)
  const { total = null, done = 0, failed = 0 } = task ?? {}
  const share = total ? (done + failed) / total : null
  return (
    <div className={classes.step}>
      <output className={classes.wait}>
        {t(mode === 'check' ? 'import.checking' : 'import.writing')} <bdi>{name}</bdi>
      </output>
      <p className={classes.bar}>
        <Bar label={t('task.progress')} share={share} />{' '}
        {share !== null && (
          <>
            {formatPercent(share)} · {formatNumber(done + failed)} / {formatNumber(total ?? 0)}{' '}
            {task && etaText(task)}
          </>
        )}
      </p>
      <div className={classes.footer}>
        <Button variant="default" onClick={flow.startOver}>
          {t('import.again')}
        </Button>
        {mayCancel && (
          <Button
            variant="default"
            onClick={() => void act(asyncTasks.cancel, { params: { id: taskId } })}
          >
            {t('import.stop')}
          </Button>
        )}
      </div>
    </div>
  )
}
