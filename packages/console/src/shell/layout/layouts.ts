import type { ThemeSettings } from '@muster/contract'
import { type ComponentType, useEffect, useState } from 'react'
import { loadChunk } from '../../platform/chunk.ts'
import { themeInForce } from './theme/settings.ts'
import { isNarrow } from './collapse.ts'

type LayoutName = ThemeSettings['layout']

/** The six layouts; the code of one is fetched when it is used. */
const loads: Readonly<Record<LayoutName, () => Promise<ComponentType>>> = {
  vertical: () => import('./layouts/VerticalLayout.tsx').then((file) => file.VerticalLayout),
  horizontal: () => import('./layouts/HorizontalLayout.tsx').then((file) => file.HorizontalLayout),
  column: () => import('./layouts/ColumnLayout.tsx').then((file) => file.ColumnLayout),
  comprehensive: () =>
    import('./layouts/ComprehensiveLayout.tsx').then((file) => file.ComprehensiveLayout),
  float: () => import('./layouts/FloatLayout.tsx').then((file) => file.FloatLayout),
  common: () => import('./layouts/CommonLayout.tsx').then((file) => file.CommonLayout),
}

const loaded = new Map<LayoutName, ComponentType>()

async function load(name: LayoutName): Promise<LayoutName> {
  if (!loaded.has(name)) loaded.set(name, await loadChunk(loads[name]))
  return name
}

/** The layout that shows: mobile mode forces vertical, and the saved one stays what it was. */
export const layoutFor = (saved: LayoutName, isMobile: boolean): LayoutName =>
  isMobile ? 'vertical' : saved

/** Fetches the code of the layout in force. */
export const preloadLayout = () => load(layoutFor(themeInForce().layout, isNarrow()))

interface Shown {
  readonly name: LayoutName
  readonly Layout: ComponentType
}

/** A layout with its name; the old one stays until the code of the new one has come. */
export function useLayout(name: LayoutName): Shown | null {
  const [shown, setShown] = useState(() => (loaded.has(name) ? name : null))
  useEffect(() => {
    let isWanted = true
    void load(name).then(() => isWanted && setShown(name))
    return () => {
      isWanted = false
    }
  }, [name])
  const Layout = shown && loaded.get(shown)
  return Layout ? { name: shown, Layout } : null
}
