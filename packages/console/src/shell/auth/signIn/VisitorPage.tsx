import { useEffect, useState } from 'react'
import { Splash } from '../../layout/Splash.tsx'
import { enterAsVisitor } from './session.ts'
import { SignInPage } from './SignInPage.tsx'

/** A demonstration signs its visitors in by itself; where that fails there is still the sign-in. */
export function VisitorPage() {
  const [isShut, setShut] = useState(false)
  useEffect(() => {
    enterAsVisitor().catch(() => setShut(true))
  }, [])
  return isShut ? <SignInPage /> : <Splash />
}
