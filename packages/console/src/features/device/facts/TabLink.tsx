import type { ReactNode } from 'react'
import { usePage } from '../../../kit/page/page.ts'
import { type DeviceTab, devicePath } from './deviceTexts.ts'

interface TabLinkProps {
  readonly id: string
  readonly tab: DeviceTab
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Leads to a tab of a terminal's page. On that page it turns to it there; a second one of the same terminal helps nobody. */
export function TabLink({ id, tab, className, children }: TabLinkProps) {
  const { params, setQuery } = usePage()
  return (
    <a
      className={className}
      href={`#${devicePath(id, tab)}`}
      onClick={(click) => {
        const isOwn = click.ctrlKey || click.metaKey || click.shiftKey || click.altKey
        if (params['id'] !== id || isOwn) return
        click.preventDefault()
        setQuery({ tab })
      }}
    >
      {children}
    </a>
  )
}
