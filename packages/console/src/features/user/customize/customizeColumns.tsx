import { type Customize, customizes } from '@muster/contract'
import type { Columns } from '../../../kit/parts/columns.tsx'
import { StatusSwitch } from '../../../kit/parts/StatusSwitch.tsx'
import { Ltr, StatusBadge, Time } from '../../../kit/parts/values.tsx'
import { nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { siteThemeTexts } from './websiteTexts.ts'

export const columns: Columns<Customize> = [
  { key: 'name', title: 'customize.name', sortable: true },
  { key: 'orgName', title: 'customize.organization', sortable: true },
  { key: 'domains', title: 'customize.domains', width: 220, render: domainsOf },
  { key: 'webName', title: 'customize.webName', sortable: true },
  { key: 'themeName', title: 'customize.theme', width: 140, render: themeOf },
  {
    key: 'language',
    title: 'customize.language',
    width: 96,
    render: ({ language }) => <Ltr>{language}</Ltr>,
  },
  {
    key: 'hasPolicy',
    title: 'customize.policy',
    width: 130,
    render: ({ hasPolicy }) => t(hasPolicy ? 'customize.policyOwn' : 'customize.policyInherited'),
  },
  {
    key: 'updatedAt',
    title: 'kit.updatedAt',
    sortable: true,
    width: 150,
    render: ({ updatedAt }) => <Time at={updatedAt} />,
  },
  {
    key: 'status',
    title: 'kit.status',
    width: 84,
    render: (row) => <StatusSwitch of={customizes} row={row} />,
  },
]

/** The first domain and how many more there are; one that nothing proves yet is marked. */
function domainsOf({ claims }: Customize) {
  const [first, ...more] = claims
  if (!first) return nothing
  const isProved = claims.every(({ verifiedAt }) => verifiedAt !== null)
  return (
    <span title={claims.map(({ domain }) => domain).join(', ')}>
      <Ltr>{more.length > 0 ? `${first.domain} +${more.length}` : first.domain}</Ltr>{' '}
      <StatusBadge tone={isProved ? 'good' : 'neutral'}>
        {t(isProved ? 'customize.verified' : 'customize.unverified')}
      </StatusBadge>
    </span>
  )
}

function themeOf({ themeName }: Customize) {
  const known = Object.entries(siteThemeTexts).find(([name]) => name === themeName)
  return known ? t(known[1]) : nothing
}
