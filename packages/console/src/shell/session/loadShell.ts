import { ChunkLoadError } from '../../platform/chunk.ts'
import { code } from '../../platform/code.ts'
import { preloadLayout } from '../layout/layouts.ts'
import { reloadOnce } from './update/reload.ts'

const fetchShell = () => import('../Shell.tsx')

const { here, load } = code(async () => {
  const [file] = await Promise.all([fetchShell(), preloadLayout()])
  return file
})

/**
 * What is behind the sign-in, and the layout that will be drawn in it. Where its code has gone from the
 * server, the page loads anew.
 */
export const shell = { here, load: loadOrReload }

async function loadOrReload() {
  try {
    return await load()
  } catch (error) {
    if (error instanceof ChunkLoadError) reloadOnce()
    throw error
  }
}
