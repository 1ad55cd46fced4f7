import { siteOf } from '../session/site.ts'

/** The site's own logo, or ours. */
export function Logo({ size }: { readonly size: number }) {
  const { logoUrl } = siteOf()
  return <img src={logoUrl ?? './favicon.svg'} alt="" width={size} height={size} />
}
