import {
  defaultTenant,
  deviceMessages,
  mqttMessages,
  ruledMessages,
  topicOf,
  topicRoot,
} from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Ltr } from '../../../kit/page/values.tsx'
import { query } from '../../../kit/queries.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { TextInput } from '../../../ui/controls.ts'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { Kind } from '../log/trailColumns.tsx'
import classes from './mqttConfig.module.css'

const messages = [
  ...Object.values(deviceMessages.upMessages),
  ...Object.values(deviceMessages.downMessages),
]

/** What stands for a serial number until one is typed. */
const anySn = 'N7-000123'

/** The topics of all messages, as contract and broker know them, with an example of each. */
export function TopicList() {
  const [typed, setTyped] = useState('')
  const sn = typed.trim().toUpperCase() || anySn
  const place = { tenant: defaultTenant, sn }
  const { data: set } = useQuery(query(mqttMessages.get, {}))
  return (
    <>
      <p className={classes.intro}>{t('mqttConfig.topicsIntro', { sn })}</p>
      <TextInput
        className={classes.short ?? ''}
        label={t('mqttConfig.example')}
        value={typed}
        placeholder={anySn}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <PlainTable
        label={t('mqttConfig.topics')}
        titles={[
          t('mqttLog.type'),
          t('mqttConfig.template'),
          t('mqttConfig.exampleTopic'),
          t('mqttLog.qos'),
          t('mqttLog.retain'),
        ]}
        rows={messages.map((message) => {
          const { direction, path, qos } = message
          const [type = ''] = path.split('/')
          const isUp = direction === 'up'
          const ruled = isUp ? undefined : ruledMessages.find((one) => one === type)
          const sentAt = ruled && set ? Number(set[`${ruled}Qos`]) : qos
          const example = topicOf(message, place, {
            itemId: '0193c0de-7000-7000-8000-000000000001',
          })
          return {
            key: `${direction} ${path}`,
            cells: [
              <Kind key="kind" type={type} direction={isUp ? 'UP' : 'DOWN'} />,
              <Ltr key="template">{`${topicRoot}/{tenant}/{sn}/${direction}/${path}`}</Ltr>,
              <Ltr key="example">{example}</Ltr>,
              formatNumber(sentAt),
              t('retain' in message && message.retain ? 'kit.yes' : 'kit.no'),
            ],
          }
        })}
      />
    </>
  )
}
