import { mqttAuth } from '@muster/contract'
import type { CardProps } from '../../../kit/setting/card.ts'
import { SettingFields } from '../../../kit/setting/SettingFields.tsx'
import { SettingForm } from '../../../kit/setting/SettingForm.tsx'
import { t } from '../../../platform/texts.ts'
import { NumberField } from '../../../ui/form/fields.tsx'
import { Fixed } from './Fixed.tsx'
import { useMetrics } from './useMetrics.ts'

/** How terminals prove who they are. */
export function AuthCard(props: CardProps) {
  const isNats = useMetrics().data?.broker === 'NATS'
  return (
    <SettingForm of={mqttAuth} intro="mqttConfig.authIntro" {...props}>
      {({ field }) => (
        <>
          <SettingFields>
            <NumberField
              {...field('badLogins', 'mqttConfig.badLogins')}
              hint={t('mqttConfig.badLoginsHint')}
            />
            <NumberField {...field('banMinutes', 'mqttConfig.banMinutes')} />
            {isNats && (
              <NumberField
                {...field('tokenHours', 'mqttConfig.tokenHours')}
                hint={t('mqttConfig.tokenHoursHint')}
              />
            )}
          </SettingFields>
          {!isNats && <Fixed reasons={['mqttConfig.fixed.tokenHours']} />}
        </>
      )}
    </SettingForm>
  )
}
