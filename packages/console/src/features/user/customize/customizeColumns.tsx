import { type Customize, customizes } from '@muster/contract'
import type { Columns } from '../../../kit/list/columns.tsx'
import { statusColumn, updatedAtColumn } from '../../../kit/list/usualColumns.tsx'
import { Ltr, StatusBadge } from '../../../kit/page/values.tsx'
import { formatNumber, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { siteThemeTexts } from './websiteTexts.ts'

export const columns: Columns<Customize> = [
  { key: 'name', title: 'customize.name', sortable: true },
  { key: 'orgName', title: 'customize.organization', sortable: true },
  { key: 'domains', title: 'customize.domains', width: 190, render: domainsOf },
  { key: 'webName', title: 'customize.webName', sortable: true },
  { key: 'themeName', title: 'customize.theme', width: 130, render: themeOf },
  {
    key: 'language',
    title: 'customize.language',
    width: 104,
    render: ({ language }) => <Ltr>{language}</Ltr>,
  },
  {
    key: 'hasPolicy',
    title: 'customize.policy',
    width: 140,
    render: ({ hasPolicy }) => t(hasPolicy ? 'customize.policyOwn' : 'customize.policyInherited'),
  },
  updatedAtColumn,
  statusColumn(customizes),
]

/** The first domain and how many more there are; one that nothing proves yet is marked. */
function domainsOf({ claims }: Customize) {
  const [first, ...more] = claims
  if (!first) return nothing
  const isProved = claims.every(({ verifiedAt }) => verifiedAt !== null)
  return (
    <span title={claims.map(({ domain }) => domain).join(', ')}>
      {!isProved && <StatusBadge tone="waiting">{t('customize.unverified')}</StatusBadge>}{' '}
      <Ltr>{first.domain}</Ltr>
      {more.length > 0 && ` +${formatNumber(more.length)}`}
    </span>
  )
}

function themeOf({ themeName }: Customize) {
  const known = Object.entries(siteThemeTexts).find(([name]) => name === themeName)
  return known ? t(known[1]) : nothing
}
