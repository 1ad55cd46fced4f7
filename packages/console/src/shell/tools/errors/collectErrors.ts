/**
 * Collects what nobody catches: errors, rejections, and through the answered function what React
 * meets. Only in production: a developer has the browser's own console, and wants it.
 */
export function collectErrors(isProduction: boolean): ((error: unknown) => void) | null {
  if (!isProduction) return null
  addEventListener('error', ({ error, message }) => void note(error ?? message))
  addEventListener('unhandledrejection', ({ reason }) => void note(reason))
  return (error) => void note(error)
}

/** What writes errors down comes with the first of them: most people never meet one. */
async function note(error: unknown): Promise<void> {
  const met = { moment: new Date(), url: location.hash.replace(/^#/, '') || '/' }
  try {
    const { logError } = await import('./errorLog.ts')
    logError(error, met)
  } catch {
    // Without the server there is nothing to write with; an error about an error helps nobody.
  }
}
