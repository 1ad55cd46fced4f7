import { languages, mailServers, type WebsiteField } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { query } from '../../../kit/queries.ts'
import { t, texts } from '../../../platform/texts.ts'
import { ChoiceField, CodeField, type FieldHold, TextField } from '../../../ui/form/fields.tsx'
import { ImageField } from '../../../kit/image/ImageField.tsx'
import { SettingFields } from '../../../kit/setting/SettingFields.tsx'
import { sideTitleTexts, siteThemeTexts } from './websiteTexts.ts'

interface WebsiteFieldsProps {
  readonly hold: (name: WebsiteField) => FieldHold
}

/** What people see of an organisation; empty is as above. */
export function WebsiteFields({ hold }: WebsiteFieldsProps) {
  const { data: offered = [] } = useQuery(query(languages.list, {}))
  const names = Object.fromEntries(offered.map(({ code, nativeName }) => [code, nativeName]))
  const none = t('customize.asAbove')
  const sideTitle = hold('sideTitle')
  return (
    <>
      <SettingFields title="customize.identity">
        <TextField {...hold('webName')} />
        <TextField {...hold('copyright')} />
        <ChoiceField
          {...sideTitle}
          none={none}
          options={texts(sideTitleTexts)}
          onChange={(value) => sideTitle.onChange(value === '' ? '' : Number(value))}
        />
      </SettingFields>
      <SettingFields>
        <ImageField {...hold('logo')} use="logo" />
        <ImageField {...hold('favicon')} use="favicon" />
        <ImageField {...hold('background')} use="background" />
      </SettingFields>
      <SettingFields title="customize.look">
        <ChoiceField {...hold('themeName')} none={none} options={texts(siteThemeTexts)} />
        <ChoiceField {...hold('language')} none={none} options={names} />
      </SettingFields>
      <SettingFields title="customize.help">
        <TextField {...hold('support')} />
        <CodeField {...hold('termsUrl')} />
        <CodeField {...hold('privacyUrl')} />
      </SettingFields>
      <SettingFields title="customize.mail">
        <RecordField {...hold('mailServerId')} of={mailServers} />
      </SettingFields>
    </>
  )
}
