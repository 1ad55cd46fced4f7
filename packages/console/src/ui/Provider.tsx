import { DirectionProvider, type MantineColorSchemeManager, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import './mantine.css'
import { fromTokens, theme } from './theme.ts'

/** The scheme follows the system; nothing is stored, so there is nothing to clear. */
const followsSystem: MantineColorSchemeManager = {
  get: (standard) => standard,
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
        colorSchemeManager={followsSystem}
        defaultColorScheme="auto"
      >
        {children}
      </MantineProvider>
    </DirectionProvider>
  )
}
