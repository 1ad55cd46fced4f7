import type { HeldWebsite, WebsiteField } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import type { CardProps } from '../../../kit/setting/card.ts'
import { SettingForm } from '../../../kit/setting/SettingForm.tsx'
import type { PartCalls } from './customCalls.ts'
import { Inherited } from './Inherited.tsx'
import { ResetPart } from './ResetPart.tsx'
import { WebsiteFields } from './WebsiteFields.tsx'
import { sideTitleTexts, siteThemeTexts, websiteTexts } from './websiteTexts.ts'

/** What the form of a part is given; of a card where it is one of a page: a dialog sees itself what is unsaved. */
export interface PartProps<H, F> extends Partial<CardProps> {
  readonly of: PartCalls<H, F>
  /** Takes the part away, so that what is above holds again. */
  readonly reset: () => Promise<unknown>
}

/** The website part of a white label, with what holds where it says nothing. */
export function WebsitePart<F extends { readonly [K in WebsiteField]?: unknown }>({
  of,
  reset,
  ...card
}: PartProps<HeldWebsite, F>) {
  const { data } = useQuery(query(of.get, {}))
  const isOwn = data !== undefined && websiteFields.some((name) => data[name] !== null)
  return (
    <SettingForm of={of} intro="customize.websiteIntro" {...card}>
      {({ field }) => (
        <>
          <WebsiteFields hold={(name) => field(name, websiteTexts[name])} />
          {data && <InheritedWebsite inherited={data.inherited} />}
          {isOwn && <ResetPart reset={reset} />}
        </>
      )}
    </SettingForm>
  )
}

const websiteFields: readonly WebsiteField[] = [
  'webName',
  'sideTitle',
  'logo',
  'favicon',
  'background',
  'copyright',
  'themeName',
  'language',
  'support',
  'termsUrl',
  'privacyUrl',
  'mailServerId',
]

function InheritedWebsite({ inherited }: Pick<HeldWebsite, 'inherited'>) {
  const facts = inherited.flatMap(({ field, value, from }) => {
    const name = websiteFields.find((one) => one === field)
    if (!name || value === null) return []
    const params = { value: shown(name, value), name: from ?? t('customize.fromPlatform') }
    return [{ key: name, label: t(websiteTexts[name]), value: t('customize.valueFrom', params) }]
  })
  return <Inherited title="customize.inherited" facts={facts} />
}

const coded = new Map<string, Parameters<typeof t>[0]>([
  ...Object.entries(siteThemeTexts),
  ...Object.entries(sideTitleTexts),
])

function shown(name: WebsiteField, value: string | number): string {
  if (name === 'logo' || name === 'favicon' || name === 'background') return t('customize.picture')
  const text = name === 'themeName' || name === 'sideTitle' ? coded.get(String(value)) : undefined
  return text ? t(text) : String(value)
}
