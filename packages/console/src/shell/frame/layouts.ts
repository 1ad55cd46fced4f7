import type { ThemeSettings } from '@muster/contract'
import { type Screen, screen } from '../../features/screen.ts'
import { themeInForce } from '../theme/settings.ts'
import { isNarrow } from './collapse.ts'

/** The six layouts; the code of one is fetched when it is used. */
export const layouts = {
  vertical: screen(() =>
    import('./layouts/VerticalLayout.tsx').then((file) => file.VerticalLayout),
  ),
  horizontal: screen(() =>
    import('./layouts/HorizontalLayout.tsx').then((file) => file.HorizontalLayout),
  ),
  column: screen(() => import('./layouts/ColumnLayout.tsx').then((file) => file.ColumnLayout)),
  comprehensive: screen(() =>
    import('./layouts/ComprehensiveLayout.tsx').then((file) => file.ComprehensiveLayout),
  ),
  float: screen(() => import('./layouts/FloatLayout.tsx').then((file) => file.FloatLayout)),
  common: screen(() => import('./layouts/CommonLayout.tsx').then((file) => file.CommonLayout)),
} satisfies Record<ThemeSettings['layout'], Screen>

/** The layout that shows: mobile mode forces vertical, and the saved one stays what it was. */
export const layoutFor = (saved: ThemeSettings['layout'], isMobile: boolean) =>
  isMobile ? 'vertical' : saved

/** Fetches the code of the layout in force. */
export const preloadLayout = () => layouts[layoutFor(themeInForce().layout, isNarrow())].preload()
