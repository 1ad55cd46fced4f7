import { siteOf } from '../session/site.ts'
import styles from './Logo.module.css'

/** The site's own logo, or ours, whose tile takes the theme's colour where it stands. */
export function Logo({ size }: { readonly size: number }) {
  const { logoUrl } = siteOf()
  if (logoUrl) return <img src={logoUrl} alt="" width={size} height={size} />
  return (
    <svg
      className={styles['logo']}
      viewBox="0 0 32 32"
      width={size}
      height={size}
      aria-hidden="true"
    >
      <rect width="32" height="32" rx="7" />
      <path d="M8 22V11l8 7 8-7v11" />
    </svg>
  )
}
