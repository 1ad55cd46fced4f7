import { asyncTasks } from '@muster/contract'
import { useState } from 'react'
import { confirm } from '../dialog/confirm.ts'
import { outcomeOf, useSend } from '../useAction.ts'
import { notifyTask } from './notifyTask.ts'
import { Permitted } from '../page/Permitted.tsx'
import { t } from '../../platform/texts.ts'
import { Button } from '../../ui/controls.ts'

interface TakeBackProps {
  /** The import. */
  readonly id: string
  /** Records that it has added. */
  readonly added: number
}

/** Moves what an import has added into the recycle bin, once its user is sure. */
export function TakeBack({ id, added }: TakeBackProps) {
  const send = useSend(asyncTasks)
  const [isTaken, setTaken] = useState(false)
  if (isTaken) return <output>{t('import.takingBack')}</output>
  if (added === 0) return null
  const takeBack = async () => {
    const title = t('import.takeBack')
    const text = t('import.takeBackSure', { count: added })
    if (!(await confirm({ title, text, agree: title, kind: 'dangerous', count: added }))) return
    const sent = await outcomeOf(send(asyncTasks.takeBack, { params: { id } }))
    if ('error' in sent) return
    setTaken(true)
    notifyTask(sent.reply.taskId, t('import.takingBack'))
  }
  return (
    <Permitted to={asyncTasks.takeBack.permission}>
      <Button variant="default" onClick={() => void takeBack()}>
        {t('import.takeBack')}
      </Button>
    </Permitted>
  )
}
