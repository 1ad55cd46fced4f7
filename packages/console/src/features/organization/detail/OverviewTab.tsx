import { type OrganizationOverview, organizationOverview } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { usePage } from '../../../kit/page/page.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { organizationPath } from '../organizationPath.ts'
import classes from './detail.module.css'
import type { OrganizationTabProps } from './tabProps.ts'
import { RecordFacts } from './RecordFacts.tsx'

/** An organisation at a glance: its counts, where it lies, and what its record says. */
export function OverviewTab({ organization }: OrganizationTabProps) {
  const { active } = usePage()
  const overview = useQuery({
    ...query(organizationOverview.overview, { params: { id: organization.id } }),
    subscribed: active,
  })
  return (
    <div className={classes.column}>
      <Loaded query={overview} permission={organizationOverview.overview.permission}>
        {(counts) => (
          <>
            <Place above={counts.above} name={organization.name} />
            <Tiles organization={organization} counts={counts} />
          </>
        )}
      </Loaded>
      <RecordFacts organization={organization} />
    </div>
  )
}

interface PlaceProps {
  readonly above: OrganizationOverview['above']
  readonly name: string
}

/** The way down from the highest organisation that the reader sees. */
function Place({ above, name }: PlaceProps) {
  return (
    <nav aria-label={t('organization.above')}>
      <ol className={classes.place}>
        {above.map((one) => (
          <li key={one.id}>
            <a href={`#${organizationPath(one.id)}`}>
              <bdi>{one.name}</bdi>
            </a>
          </li>
        ))}
        <li aria-current="page">
          <bdi>{name}</bdi>
        </li>
      </ol>
    </nav>
  )
}

function Tiles({
  organization: { ownDevices, subtreeDevices },
  counts: { online, users, below, places, limit },
}: OrganizationTabProps & { readonly counts: OrganizationOverview }) {
  const used = formatNumber(places)
  const quota =
    limit === null
      ? t('organization.noQuota', { used })
      : t('organization.quotaOf', { used, limit: formatNumber(limit) })
  const tiles = [
    [t('organization.tile.ownDevices'), formatNumber(ownDevices)],
    [t('organization.tile.subtreeDevices'), formatNumber(subtreeDevices)],
    [t('organization.tile.online'), formatNumber(online)],
    [t('organization.tile.quota'), quota],
    [t('organization.tile.below'), formatNumber(below)],
    [t('organization.tile.users'), formatNumber(users)],
  ] as const
  return (
    <dl className={classes.tiles}>
      {tiles.map(([label, value]) => (
        <div key={label} className={classes.tile}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
