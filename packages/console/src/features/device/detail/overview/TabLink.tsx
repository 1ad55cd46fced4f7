import type { ReactNode } from 'react'
import { usePage } from '../../../../kit/page/page.ts'
import { Button } from '../../../../ui/controls.ts'

interface TabLinkProps {
  readonly tab: 'hardware' | 'connectivity'
  readonly children: ReactNode
}

/** Leads to another tab of the page. */
export function TabLink({ tab, children }: TabLinkProps) {
  const { setQuery } = usePage()
  return (
    <Button variant="subtle" size="compact-sm" onClick={() => setQuery({ tab })}>
      {children}
    </Button>
  )
}
