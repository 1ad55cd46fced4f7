import { useEffect } from 'react'
import { nameText } from '../../platform/texts.ts'
import { siteOf } from '../session/site.ts'
import { useCrumbs } from './Breadcrumb.tsx'

/** The browser's tab and its history name the page in front. */
export function usePageTitle(): void {
  const { webName } = siteOf()
  const last = useCrumbs().at(-1)
  const name = last && nameText(last.name)
  useEffect(() => {
    document.title = name ? `${name} - ${webName}` : webName
  }, [name, webName])
  useEffect(
    () => () => {
      document.title = webName
    },
    [webName],
  )
}
