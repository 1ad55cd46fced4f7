import { type App, imageUrl } from '@muster/contract'
import { useId } from 'react'
import { Ltr, Time, Words } from '../../../kit/page/values.tsx'
import { formatAll, formatNumber, nothing } from '../../../platform/format.ts'
import { language, t } from '../../../platform/texts.ts'
import classes from '../app.module.css'
import { modelsText } from '../appColumns.tsx'
import { chargeTexts, osTexts, typeTexts, visibilityTexts } from '../appTexts.ts'
import { FactList } from '../FactList.tsx'

/** What the record says of an application. */
export function AboutTab({ app }: { readonly app: App }) {
  const id = useId()
  const { charge, price, currency, screenshots } = app
  const cost = price === null ? '' : ` ${formatNumber(price)} ${currency ?? ''}`
  const own = (texts: Readonly<Record<string, string>>) => texts[language] ?? texts['en'] ?? null
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {t('app.facts')}
      </h2>
      <FactList
        facts={[
          [t('app.type'), t(typeTexts[app.appType])],
          [t('app.os'), t(osTexts[app.osKind])],
          [t('app.organization'), <Words key="org">{app.orgName}</Words>],
          [t('app.developer'), <Words key="developer">{app.developerName}</Words>],
          [t('app.category'), <Words key="categories">{formatAll(app.categoryNames)}</Words>],
          [t('app.models'), <Words key="models">{modelsText(app)}</Words>],
          [t('app.visibility'), t(visibilityTexts[app.visibility])],
          [
            t('app.charge'),
            charge === 'FREE' ? t(chargeTexts.FREE) : t(chargeTexts[charge]) + cost,
          ],
          [t('app.online'), <Ltr key="online">{app.onlineVersion}</Ltr>],
          [t('app.versions'), formatNumber(app.apkCount)],
          [t('app.summary'), <Words key="summary">{own(app.summary)}</Words>],
          [t('app.description'), <Words key="description">{own(app.description)}</Words>],
          [t('app.supportEmail'), <Ltr key="email">{app.supportEmail}</Ltr>],
          [t('app.privacyUrl'), <PageLink key="privacy" address={app.privacyUrl} />],
          [t('app.createdAt'), <Time key="created" at={app.createdAt} />],
          [t('app.updatedAt'), <Time key="updated" at={app.updatedAt} />],
          [t('app.remark'), <Words key="remark">{app.remark}</Words>],
        ]}
      />
      <div className={classes.shots}>
        {[app.featureImage, ...screenshots].map((name, place) => {
          const source = imageUrl(name)
          const number = formatNumber(place)
          const label = place === 0 ? t('app.featureImage') : t('app.screenshot', { number })
          return source && <img key={name} className={classes.shot} src={source} alt={label} />
        })}
      </div>
    </section>
  )
}

function PageLink({ address }: { readonly address: string | null }) {
  if (!address) return nothing
  return (
    <a href={address} target="_blank" rel="noreferrer">
      <Ltr>{address}</Ltr>
    </a>
  )
}
