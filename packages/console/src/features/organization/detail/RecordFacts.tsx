import { useId } from 'react'
import { Ltr, Time } from '../../../kit/page/values.tsx'
import { formatNumber, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import classes from './detail.module.css'
import type { OrganizationTabProps } from './tabProps.ts'

/** What the record says of an organisation. */
export function RecordFacts({ organization: record }: OrganizationTabProps) {
  const id = useId()
  // A zone holds for all below, until one of them has its own.
  const inherited = record.parentId === null ? null : t('organization.timezoneAbove')
  const facts = [
    [t('organization.parent'), record.parentName],
    [t('organization.level'), formatNumber(record.level)],
    [t('organization.area'), record.areaName],
    [t('organization.timezone'), record.timezoneName ?? inherited],
    [t('organization.contact'), record.contact],
    [t('organization.email'), <Ltr key="email">{record.email}</Ltr>],
    [t('organization.phone'), <Ltr key="phone">{record.phone}</Ltr>],
    [t('organization.company'), record.company],
    [t('organization.address'), record.address],
    [t('organization.postcode'), <Ltr key="postcode">{record.postcode}</Ltr>],
    [t('organization.validTo'), <Time key="validTo" at={record.validTo} />],
    [t('organization.createdAt'), <Time key="created" at={record.createdAt} />],
    [t('organization.updatedAt'), <Time key="updated" at={record.updatedAt} />],
    [t('organization.updatedBy'), record.updatedBy],
    [t('organization.remark'), record.remark],
  ] as const
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <h2 id={id}>{t('organization.facts')}</h2>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || nothing}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
