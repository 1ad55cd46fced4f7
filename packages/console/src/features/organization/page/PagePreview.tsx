import { fillPath, type OrganizationPage, type PageName, pagePath } from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import classes from './page.module.css'

interface PagePreviewProps {
  readonly address: { readonly id: string; readonly page: PageName }
  readonly page: OrganizationPage
}

/** The page as anybody reads it, in a frame that may do nothing. */
export function PagePreview({ address, page }: PagePreviewProps) {
  const { language, html, version, above } = page
  if (html === '' && above === null)
    return <p className={classes.hint}>{t('organization.page.nothing')}</p>
  const path = `${fillPath(pagePath, address)}?${new URLSearchParams({ language }).toString()}`
  return (
    <figure className={classes.preview}>
      <figcaption>
        {html === '' ? aboveText(above?.name) : t('organization.page.preview')}{' '}
        <a href={path} target="_blank" rel="noopener noreferrer">
          {t('organization.page.openNew')}
        </a>
      </figcaption>
      <iframe
        key={version}
        className={classes.frame}
        title={t('organization.page.preview')}
        src={path}
        sandbox=""
      />
    </figure>
  )
}

const aboveText = (name: string | null | undefined): string =>
  name ? t('organization.page.fromAbove', { name }) : t('organization.page.fromHigher')
