import type { Language, LanguageText, TextKey } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { Ltr, StatusBadge, Time } from '../../../kit/page/values.tsx'
import { nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Completeness, LanguageStatus } from './LanguageStatus.tsx'

export const languageColumns: Columns<Language> = [
  { key: 'code', title: 'language.code', width: 76, render: ({ code }) => <Ltr>{code}</Ltr> },
  { key: 'name', title: 'language.name' },
  { key: 'nativeName', title: 'language.nativeName' },
  {
    key: 'direction',
    title: 'language.direction',
    width: 120,
    render: ({ direction }) => t(direction === 'rtl' ? 'language.rtl' : 'language.ltr'),
  },
  {
    key: 'translated',
    title: 'language.completeness',
    width: 104,
    align: 'end',
    render: (language) => <Completeness language={language} />,
  },
  { key: 'own', title: 'language.own', width: 116, align: 'end' },
  {
    key: 'isDefault',
    title: 'language.default',
    width: 92,
    render: ({ isDefault }) =>
      isDefault ? <StatusBadge tone="good">{t('language.default')}</StatusBadge> : nothing,
  },
  {
    key: 'status',
    title: 'kit.status',
    width: 92,
    render: (language) => <LanguageStatus language={language} />,
  },
  {
    key: 'updatedAt',
    title: 'language.updatedAt',
    holds: 'moment',
    render: ({ updatedAt }) => <Time at={updatedAt} />,
  },
]

export const stateTexts: Readonly<Record<LanguageText['state'], TextKey>> = {
  missing: 'language.state.missing',
  shipped: 'language.state.shipped',
  own: 'language.state.own',
}

const tones = { missing: 'bad', shipped: 'neutral', own: 'good' } as const

export const textColumns: Columns<LanguageText> = [
  { key: 'key', title: 'language.key', width: 260, render: ({ key }) => <Ltr>{key}</Ltr> },
  { key: 'source', title: 'language.source', render: ({ source }) => <Words text={source} /> },
  { key: 'value', title: 'language.value', render: ({ value }) => <Words text={value} /> },
  {
    key: 'state',
    title: 'language.state',
    width: 130,
    render: ({ state }) => <StatusBadge tone={tones[state]}>{t(stateTexts[state])}</StatusBadge>,
  },
  {
    key: 'updatedAt',
    title: 'language.updatedAt',
    holds: 'moment',
    render: ({ updatedAt }) => <Time at={updatedAt} />,
  },
]

/** A text of any language, in its own direction. */
const Words = ({ text }: { readonly text: string | null }) =>
  text === null ? nothing : <span dir="auto">{text}</span>
