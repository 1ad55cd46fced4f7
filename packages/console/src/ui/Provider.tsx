import { DirectionProvider, type MantineColorSchemeManager, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import './mantine.css'
import 'virtual:mantine-variables.css'
import { fromTokens, theme } from './theme.ts'

/** The scheme is whatever the page has: `boot.js` and the theme settings put it there. */
const followsPage: MantineColorSchemeManager = {
  get: () => (document.documentElement.dataset['mantineColorScheme'] === 'dark' ? 'dark' : 'light'),
  set: () => undefined,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => undefined,
}

interface Props {
  readonly direction: 'ltr' | 'rtl'
  readonly children: ReactNode
}

/** What the UI library's parts need around them. */
export function Provider({ direction, children }: Props) {
  return (
    <DirectionProvider initialDirection={direction} detectDirection={false}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={fromTokens}
        colorSchemeManager={followsPage}
      >
        {children}
      </MantineProvider>
    </DirectionProvider>
  )
}
