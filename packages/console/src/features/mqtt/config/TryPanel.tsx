import { mqttClients, mqttLog } from '@muster/contract'
import { type SubmitEvent, useState } from 'react'
import { Forbidden } from '../../../kit/page/Sentence.tsx'
import { useCan } from '../../../kit/session.ts'
import { useAction } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import { Button, TextInput } from '../../../ui/controls.ts'
import { Select } from '../../../ui/Select.tsx'
import { Tail } from '../log/Tail.tsx'
import classes from './mqttConfig.module.css'

const messageTexts = {
  time: 'mqttConfig.tryMessage.time',
  cfg: 'mqttConfig.tryMessage.cfg',
} as const
type Message = keyof typeof messageTexts
const kinds = ['time', 'cfg'] as const satisfies readonly Message[]

/** Sends a harmless message to a terminal, and shows below what becomes of it. */
export function TryPanel() {
  const act = useAction(mqttClients)
  const [sn, setSn] = useState('')
  const [message, setMessage] = useState<Message>('time')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const mayFollow = useCan(mqttLog.tail.permission)
  if (!useCan(mqttClients.publish.permission))
    return <Forbidden permission={mqttClients.publish.permission} />
  const send = async (event: SubmitEvent) => {
    event.preventDefault()
    const to = sn.trim().toUpperCase()
    const said = () => t('mqttConfig.trySent', { sn: to })
    if (await act(mqttClients.publish, { body: { sn: to, message } }, said)) setSentTo(to)
  }
  return (
    <>
      <p className={classes.intro}>{t('mqttConfig.tryIntro')}</p>
      <form className={classes.bar} onSubmit={(event) => void send(event)}>
        <TextInput
          label={t('mqttConfig.trySn')}
          value={sn}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setSn(event.currentTarget.value)}
        />
        <Select
          label={t('mqttConfig.tryMessage')}
          value={message}
          allowDeselect={false}
          data={kinds.map((value) => ({ value, label: t(messageTexts[value]) }))}
          onChange={(value) => setMessage(value === 'cfg' ? 'cfg' : 'time')}
        />
        <Button type="submit" disabled={sn.trim() === ''}>
          {t('mqttConfig.trySend')}
        </Button>
      </form>
      {sentTo !== null && mayFollow && <Tail key={sentTo} sn={sentTo} />}
    </>
  )
}
