import { preloadLayout } from './frame/layouts.ts'

/** Fetches what is behind the door, and the layout in force beside it. */
export async function loadShell() {
  const [{ Shell }] = await Promise.all([import('./Shell.tsx'), preloadLayout()])
  return { Shell }
}
