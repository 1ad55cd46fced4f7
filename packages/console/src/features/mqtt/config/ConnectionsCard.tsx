import { mqttDefaults } from '@muster/contract'
import type { CardProps } from '../../../kit/setting/card.ts'
import { SettingFields } from '../../../kit/setting/SettingFields.tsx'
import { SettingForm } from '../../../kit/setting/SettingForm.tsx'
import { t } from '../../../platform/texts.ts'
import { NumberField } from '../../../ui/form/fields.tsx'
import { Fixed } from './Fixed.tsx'
import { useMetrics } from './useMetrics.ts'

/** How connections of terminals are kept: what NATS decides itself is told instead of asked. */
export function ConnectionsCard(props: CardProps) {
  const isNats = useMetrics().data?.broker === 'NATS'
  return (
    <SettingForm of={mqttDefaults} intro="mqttConfig.connectionsIntro" {...props}>
      {({ field }) => (
        <>
          <SettingFields>
            {!isNats && (
              <NumberField
                {...field('keepAliveSeconds', 'mqttConfig.keepAlive')}
                hint={t('mqttConfig.keepAliveHint')}
              />
            )}
            <NumberField
              {...field('maxPacketKb', 'mqttConfig.maxPacket')}
              hint={t('mqttConfig.maxPacketHint')}
            />
            {!isNats && (
              <NumberField
                {...field('inflight', 'mqttConfig.inflight')}
                hint={t('mqttConfig.inflightHint')}
              />
            )}
          </SettingFields>
          <Fixed
            reasons={[
              'mqttConfig.fixed.version',
              'mqttConfig.fixed.sessionExpiry',
              ...(isNats ? natsReasons : []),
            ]}
          />
        </>
      )}
    </SettingForm>
  )
}

const natsReasons = [
  'mqttConfig.fixed.keepAlive',
  'mqttConfig.fixed.maxPacketNats',
  'mqttConfig.fixed.inflight',
] as const
