import { create } from 'zustand'
import { returnToSaved } from './settings.ts'

/** Whether the theme drawer is open. */
export const useThemeDrawer = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }))

export const openThemeDrawer = (): void => useThemeDrawer.setState({ isOpen: true })

/** Closes the drawer; what was tried out and not saved is gone. */
export function closeThemeDrawer(): void {
  returnToSaved()
  useThemeDrawer.setState({ isOpen: false })
}
