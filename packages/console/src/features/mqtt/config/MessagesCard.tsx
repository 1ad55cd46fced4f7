import { mqttMessages, ruledMessages } from '@muster/contract'
import type { CardProps } from '../../../kit/setting/card.ts'
import { SettingFields } from '../../../kit/setting/SettingFields.tsx'
import { SettingForm } from '../../../kit/setting/SettingForm.tsx'
import { t } from '../../../platform/texts.ts'
import { ChoiceField, NumberField } from '../../../ui/form/fields.tsx'
import { Fixed } from './Fixed.tsx'
import { useMetrics } from './useMetrics.ts'

const titles = {
  cmd: 'mqttLog.type.cmd',
  task: 'mqttLog.type.task',
  cancel: 'mqttLog.type.cancel',
  cfg: 'mqttLog.type.cfg',
  time: 'mqttLog.type.time',
  ask: 'mqttLog.type.ask',
} as const

/** At which quality each message to a terminal is sent, and how long a terminal takes it. */
export function MessagesCard(props: CardProps) {
  const isNats = useMetrics().data?.broker === 'NATS'
  const qualities = { '0': t('mqttConfig.qos.0'), '1': t('mqttConfig.qos.1') }
  return (
    <SettingForm of={mqttMessages} intro="mqttConfig.messagesIntro" {...props}>
      {({ field }) => (
        <>
          {ruledMessages.map((type) => (
            <SettingFields key={type} title={titles[type]}>
              {!isNats && (
                <ChoiceField
                  {...field(`${type}Qos`, 'mqttConfig.qos')}
                  required
                  options={qualities}
                />
              )}
              <NumberField
                {...field(`${type}Expiry`, 'mqttConfig.expiry')}
                hint={t('mqttConfig.expiryHint')}
              />
            </SettingFields>
          ))}
          {isNats && <Fixed reasons={natsReasons} />}
        </>
      )}
    </SettingForm>
  )
}

const natsReasons = ['mqttConfig.fixed.qos'] as const
