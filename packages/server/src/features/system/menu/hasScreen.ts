import { builtScreens } from './builtScreens.ts'

/** Whether a page of the menu may show this component. */
export const hasScreen = (component: string): boolean => component in builtScreens
