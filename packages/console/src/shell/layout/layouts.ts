import type { ThemeSettings } from '@muster/contract'
import { type ComponentType, useEffect, useState } from 'react'
import { type Code, code } from '../../platform/code.ts'
import { themeInForce } from './theme/settings.ts'
import { isNarrow } from './collapse.ts'

type LayoutName = ThemeSettings['layout']

/** The six layouts; the code of one is fetched when it is used. */
const layouts: Readonly<Record<LayoutName, Code<ComponentType>>> = {
  vertical: code(() => import('./layouts/VerticalLayout.tsx').then((file) => file.VerticalLayout)),
  horizontal: code(() =>
    import('./layouts/HorizontalLayout.tsx').then((file) => file.HorizontalLayout),
  ),
  column: code(() => import('./layouts/ColumnLayout.tsx').then((file) => file.ColumnLayout)),
  comprehensive: code(() =>
    import('./layouts/ComprehensiveLayout.tsx').then((file) => file.ComprehensiveLayout),
  ),
  float: code(() => import('./layouts/FloatLayout.tsx').then((file) => file.FloatLayout)),
  common: code(() => import('./layouts/CommonLayout.tsx').then((file) => file.CommonLayout)),
}

/** The layout that shows: mobile mode forces vertical, and the saved one stays what it was. */
export const layoutFor = (saved: LayoutName, isMobile: boolean): LayoutName =>
  isMobile ? 'vertical' : saved

/** Fetches the code of the layout in force. */
export const preloadLayout = () => layouts[layoutFor(themeInForce().layout, isNarrow())].load()

interface Shown {
  readonly name: LayoutName
  readonly Layout: ComponentType
}

/** A layout with its name; the old one stays until the code of the new one has come. */
export function useLayout(name: LayoutName): Shown | null {
  const [shown, setShown] = useState(() => (layouts[name].here() ? name : null))
  useEffect(() => {
    let isWanted = true
    void layouts[name].load().then(() => isWanted && setShown(name))
    return () => {
      isWanted = false
    }
  }, [name])
  const Layout = shown && layouts[shown].here()
  return Layout ? { name: shown, Layout } : null
}
