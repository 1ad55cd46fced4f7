import { type ReplyOf, vendorEstate } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { usePage } from '../../../kit/page/page.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { formatNumber } from '../../../platform/format.ts'
import { direction, t } from '../../../platform/texts.ts'
import { BarChart } from '../../../ui/chart/BarChart.tsx'
import classes from './detail.module.css'
import type { VendorTabProps } from './vendorTab.ts'

type Shares = ReplyOf<typeof vendorEstate.devices>['byModel']

/** How the vendor's terminals divide among its models and the organisations that have them. */
export function DevicesTab({ vendor: { id } }: VendorTabProps) {
  const { active } = usePage()
  const found = useQuery({ ...query(vendorEstate.devices, { params: { id } }), subscribed: active })
  return (
    <Loaded query={found} permission={vendorEstate.devices.permission}>
      {({ total, active: inService, byModel, byOrganization }) =>
        total === 0 ? (
          <p className={classes.quiet}>{t('vendor.noDevices')}</p>
        ) : (
          <div className={classes.columns}>
            <dl className={classes.tiles}>
              <div>
                <dt>{t('vendor.devices')}</dt>
                <dd>{formatNumber(total)}</dd>
              </div>
              <div>
                <dt>{t('vendor.active')}</dt>
                <dd>{formatNumber(inService)}</dd>
              </div>
            </dl>
            <Part title={t('vendor.byModel')} shares={byModel} of="modelId" />
            <Part title={t('vendor.byOrganization')} shares={byOrganization} of="orgId" />
          </div>
        )
      }
    </Loaded>
  )
}

interface PartProps {
  readonly title: string
  readonly shares: Shares
  /** The filter of the terminals' list that shows those behind a bar. */
  readonly of: 'modelId' | 'orgId'
}

function Part({ title, shares, of }: PartProps) {
  const labelId = useId()
  const bars = shares.map(({ id, name, count }) => ({
    key: id,
    label: name,
    value: count,
    href: `#/device/list?${of}=${id}`,
  }))
  return (
    <section className={classes.panel} aria-labelledby={labelId}>
      <h2 id={labelId}>{title}</h2>
      <BarChart bars={bars} summary={title} direction={direction} formatValue={formatNumber} />
    </section>
  )
}
