import { siteSetting } from '@muster/contract'
import { texts } from '../../../platform/texts.ts'
import { ChoiceField, CodeField, TextField } from '../../../ui/form/fields.tsx'
import { FlagField } from '../../../ui/form/moreFields.tsx'
import { ImageField } from '../../../kit/image/ImageField.tsx'
import { SettingFields } from '../../../kit/setting/SettingFields.tsx'
import { SettingForm } from '../../../kit/setting/SettingForm.tsx'
import type { CardProps } from '../../../kit/setting/card.ts'

/** Second proofs at sign-in; the keys are the wire's numbers. */
const verifyTexts = {
  '0': 'website.verify.none',
  '1': 'website.verify.mail',
  '2': 'website.verify.totp',
  '3': 'website.verify.both',
} as const

/** Name, pictures and the ways in. */
export function SiteCard(props: CardProps) {
  return (
    <SettingForm of={siteSetting} intro="website.siteIntro" {...props}>
      {({ field }) => (
        <>
          <SettingFields>
            <TextField {...field('webName', 'website.webName')} />
            <TextField {...field('copyright', 'website.copyright')} />
            <FlagField {...field('sideTitle', 'website.sideTitle')} />
          </SettingFields>
          <SettingFields>
            <ImageField {...field('logo', 'website.logo')} use="logo" />
            <ImageField {...field('favicon', 'website.favicon')} use="favicon" />
            <ImageField {...field('background', 'website.background')} use="background" />
          </SettingFields>
          <SettingFields title="website.ways">
            <NumberChoice {...field('verifyType', 'website.verifyType')} />
            <FlagField {...field('validCode', 'website.validCode')} />
            <FlagField {...field('validationEmail', 'website.validationEmail')} />
            <FlagField {...field('registration', 'website.registration')} />
            <FlagField {...field('rsaLogin', 'website.rsaLogin')} />
          </SettingFields>
          <SettingFields title="website.search">
            <CodeField {...field('searchAddress', 'website.searchAddress')} />
          </SettingFields>
        </>
      )}
    </SettingForm>
  )
}

/** The wire has a number where the list has texts. */
function NumberChoice({ onChange, ...rest }: Parameters<typeof CodeField>[0]) {
  return (
    <ChoiceField
      {...rest}
      required
      options={texts(verifyTexts)}
      onChange={(value) => onChange(Number(value))}
    />
  )
}
