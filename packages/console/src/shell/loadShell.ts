/** Fetches what is behind the door; the same promise's result each time. */
export const loadShell = () => import('./Shell.tsx')
