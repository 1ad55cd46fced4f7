import { code } from '../../platform/code.ts'
import { ChunkLoadError, loadChunk } from '../../platform/chunk.ts'
import { preloadLayout } from '../layout/layouts.ts'
import { reloadOnce } from './update/reload.ts'

/** What is behind the door. */
export const shell = code(fetchShell)

/**
 * Fetches what is behind the door, and the layout that will be drawn in it. Where its code has gone
 * from the server, the page loads anew.
 */
async function fetchShell() {
  try {
    const [file] = await Promise.all([loadChunk(() => import('../Shell.tsx')), preloadLayout()])
    return file
  } catch (error) {
    if (error instanceof ChunkLoadError) reloadOnce()
    throw error
  }
}
