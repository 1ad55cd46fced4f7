import { mqttLimits } from '@muster/contract'
import type { CardProps } from '../../../kit/setting/card.ts'
import { SettingFields } from '../../../kit/setting/SettingFields.tsx'
import { SettingForm } from '../../../kit/setting/SettingForm.tsx'
import { t, texts } from '../../../platform/texts.ts'
import { ChoiceField, NumberField } from '../../../ui/form/fields.tsx'
import { Fixed } from './Fixed.tsx'
import { useMetrics } from './useMetrics.ts'

const kindTexts = {
  ALL: 'mqttConfig.trailKind.ALL',
  NO_BEATS: 'mqttConfig.trailKind.NO_BEATS',
  NONE: 'mqttConfig.trailKind.NONE',
} as const

/** How much there may be of everything, and what is recorded. */
export function LimitsCard(props: CardProps) {
  const isNats = useMetrics().data?.broker === 'NATS'
  return (
    <SettingForm of={mqttLimits} intro="mqttConfig.limitsIntro" {...props}>
      {({ field }) => (
        <>
          <SettingFields>
            {!isNats && (
              <>
                <NumberField
                  {...field('messagesPerMinute', 'mqttConfig.messagesPerMinute')}
                  hint={t('mqttConfig.messagesPerMinuteHint')}
                />
                <NumberField
                  {...field('connectsPerSecond', 'mqttConfig.connectsPerSecond')}
                  hint={t('mqttConfig.connectsPerSecondHint')}
                />
              </>
            )}
            <ChoiceField {...field('trail', 'mqttConfig.trailKind')} options={texts(kindTexts)} />
            <NumberField
              {...field('trailPerSecond', 'mqttConfig.trailPerSecond')}
              hint={t('mqttConfig.trailPerSecondHint')}
            />
          </SettingFields>
          {isNats && <Fixed reasons={natsReasons} />}
        </>
      )}
    </SettingForm>
  )
}

const natsReasons = [
  'mqttConfig.fixed.messagesPerMinute',
  'mqttConfig.fixed.connectsPerSecond',
] as const
