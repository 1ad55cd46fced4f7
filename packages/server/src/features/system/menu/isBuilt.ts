import { screenKeys } from '@muster/contract'
import { builtScreens } from './builtScreens.ts'

const shipped: ReadonlySet<string> = new Set(screenKeys)

/** Whether a menu item's component leads somewhere: a screen that is not built yet is no right to give. */
export const isBuilt = (component: string): boolean =>
  component in builtScreens || !shipped.has(component)

/** Whether a page of the menu may show this component. */
export const hasScreen = (component: string): boolean => component in builtScreens
