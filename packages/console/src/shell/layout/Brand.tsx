import { siteOf } from '../session/site.ts'
import styles from './Brand.module.css'
import { Logo } from './Logo.tsx'

/** The site's logo, with its name where there is room and the site wants it. */
export function Brand({ hasTitle }: { readonly hasTitle: boolean }) {
  const { webName, sideTitle } = siteOf()
  return (
    <div className={styles['brand']}>
      <Logo size={28} />
      {sideTitle !== 0 && hasTitle && <span className={styles['title']}>{webName}</span>}
    </div>
  )
}
