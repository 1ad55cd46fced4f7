import { useId } from 'react'
import { Ltr, Time, Words } from '../../../kit/page/values.tsx'
import { formatCountry, formatNumber, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import classes from './detail.module.css'
import { signingTexts } from '../signingTexts.ts'
import { SignerFact } from './SignerFact.tsx'
import type { VendorTabProps } from './vendorTab.ts'

/** What the record says of a vendor. */
export function BaseTab({ vendor }: VendorTabProps) {
  const id = useId()
  const link = (address: string | null) =>
    address ? (
      <a href={address} target="_blank" rel="noreferrer">
        <Ltr>{address}</Ltr>
      </a>
    ) : (
      nothing
    )
  const facts = [
    [t('vendor.country'), formatCountry(vendor.country)],
    [t('vendor.contact'), <Words key="contact">{vendor.contact}</Words>],
    [t('vendor.email'), <Ltr key="email">{vendor.email}</Ltr>],
    [t('vendor.phone'), <Ltr key="phone">{vendor.phone}</Ltr>],
    [t('vendor.website'), link(vendor.website)],
    [t('vendor.supportUrl'), link(vendor.supportUrl)],
    [t('vendor.address'), <Words key="address">{vendor.address}</Words>],
    [t('vendor.snRule'), <Ltr key="rule">{vendor.snRule}</Ltr>],
    [t('vendor.snPrefixes'), <Ltr key="prefixes">{vendor.snPrefixes.join(' ')}</Ltr>],
    [t('vendor.snSample'), <Ltr key="sample">{vendor.snSample}</Ltr>],
    [t('vendor.signingMode'), t(signingTexts[vendor.signingMode])],
    [t('vendor.signer'), <SignerFact key="signer" vendor={vendor} />],
    [t('vendor.bootstrapCaUntil'), <Time key="authority" at={vendor.bootstrapCaUntil} />],
    [
      t('vendor.warrantyMonths'),
      vendor.warrantyMonths === null ? nothing : formatNumber(vendor.warrantyMonths),
    ],
    [t('vendor.models'), formatNumber(vendor.modelCount)],
    [t('vendor.devices'), formatNumber(vendor.deviceCount)],
    [t('vendor.createdAt'), <Time key="created" at={vendor.createdAt} />],
    [t('vendor.updatedAt'), <Time key="updated" at={vendor.updatedAt} />],
    [t('vendor.remark'), <Words key="remark">{vendor.remark}</Words>],
  ] as const
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <h2 id={id}>{t('vendor.facts')}</h2>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
