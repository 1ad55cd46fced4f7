import { mapKeys } from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import { CodeField } from '../../../ui/form/fields.tsx'
import { SecretField } from '../../../ui/form/moreFields.tsx'
import { partsOf } from '../../../ui/form/parts.ts'
import { SettingFields } from '../../../kit/setting/SettingFields.tsx'
import { SettingForm } from '../../../kit/setting/SettingForm.tsx'
import type { CardProps } from '../../../kit/setting/card.ts'

/** Keys of the two map services; without one, the offline map is shown. */
export function MapCard(props: CardProps) {
  return (
    <SettingForm of={mapKeys} intro="website.mapIntro" {...props}>
      {({ field }) => {
        const global = partsOf(field('global', 'website.map.global'))
        const china = partsOf(field('china', 'website.map.china'))
        return (
          <>
            <SettingFields title="website.map.global">
              <SecretField {...global('key', t('website.map.key'))} />
              <CodeField {...global('lang', t('website.map.lang'))} />
            </SettingFields>
            <SettingFields title="website.map.china">
              <SecretField {...china('key', t('website.map.key'))} />
              <SecretField {...china('securityJsCode', t('website.map.securityJsCode'))} />
            </SettingFields>
          </>
        )
      }}
    </SettingForm>
  )
}
