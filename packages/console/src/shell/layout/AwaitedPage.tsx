import { useEffect } from 'react'
import { Splash } from './Splash.tsx'
import { awaitPage } from './progress.ts'

/** In place of a page whose code is on its way. */
export function AwaitedPage() {
  useEffect(awaitPage, [])
  return <Splash />
}
