import { type Banner, banners, imageUrl } from '@muster/contract'
import type { Columns } from '../../kit/list/columns.tsx'
import { statusColumn } from '../../kit/list/usualColumns.tsx'
import { Ltr, StatusBadge, Time, Words } from '../../kit/page/values.tsx'
import { nothing } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import classes from './appstore.module.css'
import { placementTexts, stateTexts, targetTexts, tones } from './bannerTexts.ts'

export const columns: Columns<Banner> = [
  { key: 'title', title: 'banner.name', width: 240, sortable: true, render: titleOf },
  {
    key: 'state',
    title: 'banner.state',
    sortable: true,
    width: 110,
    words: stateTexts,
    render: ({ state }) => <StatusBadge tone={tones[state]}>{t(stateTexts[state])}</StatusBadge>,
  },
  {
    key: 'placement',
    title: 'banner.placement',
    sortable: true,
    width: 140,
    words: placementTexts,
  },
  { key: 'orgName', title: 'banner.organization', sortable: true, width: 160 },
  {
    key: 'startAt',
    title: 'banner.startAt',
    sortable: true,
    holds: 'moment',
    render: ({ startAt }) => <Time at={startAt} />,
  },
  {
    key: 'endAt',
    title: 'banner.endAt',
    sortable: true,
    holds: 'moment',
    render: ({ endAt }) => <Time at={endAt} />,
  },
  { key: 'views', title: 'banner.views', width: 90, align: 'end', sortable: true },
  { key: 'clicks', title: 'banner.clicks', width: 90, align: 'end', sortable: true },
  {
    key: 'targetType',
    title: 'banner.targetType',
    sortable: true,
    width: 150,
    words: targetTexts,
    file: [
      { key: 'targetType', title: 'banner.targetType', words: targetTexts },
      { key: 'targetUrl', title: 'banner.targetUrl' },
      { key: 'targetAppName', title: 'banner.targetApp' },
    ],
    render: leadsTo,
  },
  {
    key: 'organizations',
    title: 'banner.organizations',
    file: [],
    width: 160,
    render: ({ organizations }) => named(organizations, t('banner.allOrganizations')),
  },
  {
    key: 'models',
    title: 'banner.models',
    file: [],
    width: 140,
    render: ({ models }) => named(models, t('banner.allModels')),
  },
  {
    key: 'languages',
    title: 'banner.languages',
    file: [],
    width: 120,
    render: ({ languages }) =>
      languages.length === 0 ? t('banner.allLanguages') : <Ltr>{languages.join(', ')}</Ltr>,
  },
  { key: 'sort', title: 'banner.sort', width: 76, align: 'end', sortable: true },
  statusColumn(banners),
]

/** Its picture before its title. */
function titleOf({ title, imageWide, imageNarrow }: Banner) {
  const source = imageUrl(imageWide ?? imageNarrow)
  return (
    <span className={classes.titled}>
      {source && <img className={classes.small} src={source} alt="" loading="lazy" />}
      <bdi>{title}</bdi>
    </span>
  )
}

function leadsTo({ targetType, targetUrl, targetAppName }: Banner) {
  if (targetType === 'NONE') return nothing
  if (targetType === 'APP') return <Words>{targetAppName}</Words>
  return (
    <span title={targetUrl ?? ''}>
      <Ltr>{targetUrl ?? ''}</Ltr>
    </span>
  )
}

const named = (records: readonly { readonly name: string }[], none: string) => (
  <Words>{records.length === 0 ? none : records.map(({ name }) => name).join(', ')}</Words>
)
