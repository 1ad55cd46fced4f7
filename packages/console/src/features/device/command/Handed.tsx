import { fillPath, mqttTasks, session, type TaskItem } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../kit/call.ts'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { saveByTicket } from '../../../kit/download/saveByTicket.ts'
import { useCan } from '../../../kit/session.ts'
import { formatBytes } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { serial } from '../facts/serial.ts'
import classes from './handed.module.css'

interface HandedProps {
  readonly item: { readonly id: string; readonly file: TaskItem['file'] }
  /** Serial number of the terminal. */
  readonly sn: string
}

/** What a terminal has handed in for a command, for whoever may have it. */
export function Handed({ item: { id, file }, sn }: HandedProps) {
  const mayReadLog = useCan(mqttTasks.log.permission)
  const maySeeScreen = useCan(mqttTasks.screenshot.permission)
  if (file?.kind === 'LOG' && mayReadLog)
    return (
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => saveByTicket(fillPath(mqttTasks.log.path, { id }))}
      >
        {t('device.file.log', { size: formatBytes(file.bytes) })}
      </Button>
    )
  return file?.kind === 'SCREENSHOT' && maySeeScreen ? <Screenshot id={id} sn={sn} /> : null
}

function Screenshot({ id, sn }: { readonly id: string; readonly sn: string }) {
  const [isOpen, setOpen] = useState(false)
  const title = t('device.file.screenshot', { sn: serial(sn) })
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        {t('device.file.show')}
      </Button>
      <DialogFrame isOpen={isOpen} close={() => setOpen(false)} title={title}>
        {isOpen && <Shown id={id} title={title} />}
      </DialogFrame>
    </>
  )
}

function Shown({ id, title }: { readonly id: string; readonly title: string }) {
  const { data } = useQuery({
    queryKey: ['screenshot', id],
    // A ticket is good for one look.
    gcTime: 0,
    staleTime: Infinity,
    queryFn: () => addressOf(id),
  })
  return data ? <img className={classes.screen} src={data} alt={title} /> : null
}

async function addressOf(id: string): Promise<string> {
  const path = fillPath(mqttTasks.screenshot.path, { id })
  const { ticket } = await call(session.ticket, { body: { path } })
  return `${path}?${new URLSearchParams({ ticket })}`
}
