import { ChunkLoadError, loadChunk } from '../platform/chunk.ts'
import { preloadLayout } from './frame/layouts.ts'
import { reloadOnce } from './update/reload.ts'

/**
 * Fetches what is behind the door, and the layout that will be drawn in it. Where its code has gone
 * from the server, the page loads anew.
 */
export async function loadShell() {
  try {
    const shell = loadChunk(() => import('./Shell.tsx'))
    const [{ Shell }] = await Promise.all([shell, preloadLayout()])
    return { Shell }
  } catch (error) {
    if (error instanceof ChunkLoadError) reloadOnce()
    throw error
  }
}
