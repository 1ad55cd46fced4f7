import { type AsyncTask, asyncTasks, countCap } from '@muster/contract'
import { useState } from 'react'
import { confirm } from '../dialog/confirm.ts'
import { formatCapped } from '../formatCapped.ts'
import { outcomeOf, useSend } from '../useAction.ts'
import { notifyTask } from './notifyTask.ts'
import { Permitted } from '../page/Permitted.tsx'
import { t } from '../../platform/texts.ts'
import { Button } from '../../ui/controls.ts'

interface TakeBackProps {
  /** The import or the batch. */
  readonly id: string
  readonly of: AsyncTask['type']
  /** Records that it has added or changed; one more than are counted: at least so many. */
  readonly count: number
}

const ofImport = {
  verb: 'import.takeBack',
  sure: 'import.takeBackSure',
  going: 'import.takingBack',
} as const
const ofBatch = { verb: 'task.undo', sure: 'task.undoSure', going: 'task.undoing' } as const

/** Makes what a task in the background has added or changed as it was before, once its user is sure. */
export function TakeBack({ id, of, count }: TakeBackProps) {
  const { verb, sure, going } = of === 'BATCH' ? ofBatch : ofImport
  const send = useSend(asyncTasks)
  const [isTaken, setTaken] = useState(false)
  if (isTaken) return <output>{t(going)}</output>
  if (count === 0) return null
  const takeBack = async () => {
    const title = t(verb)
    const kind = of === 'BATCH' ? 'ordinary' : 'dangerous'
    const isCapped = count === countCap + 1
    const text = t(sure, { count: isCapped ? formatCapped(count) : count })
    const typed = isCapped ? countCap : count
    if (!(await confirm({ title, text, agree: title, kind, count: typed }))) return
    const sent = await outcomeOf(send(asyncTasks.takeBack, { params: { id } }))
    if ('error' in sent) return
    setTaken(true)
    notifyTask(sent.reply.taskId, t(going))
  }
  return (
    <Permitted to={asyncTasks.takeBack.permission}>
      <Button variant="default" onClick={() => void takeBack()}>
        {t(verb)}
      </Button>
    </Permitted>
  )
}
