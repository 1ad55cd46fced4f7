import { createRoot } from 'react-dom/client'
import { useSession } from '../../../kit/session.ts'
import { Impersonation } from './Impersonation.tsx'
import { noteSession, useImpersonation } from './state.ts'

/**
 * Shows above the console as whom it is seen and how long still, and covers it for good once that is
 * over: by its button, its time, or the server's word.
 */
export function followImpersonation(): void {
  const place = document.createElement('div')
  document.body.prepend(place)
  document.documentElement.dataset['impersonation'] = ''
  const page = document.getElementById('root')
  useImpersonation.subscribe(({ isOver }) => {
    if (page) page.hidden = isOver
  })
  useSession.subscribe(noteSession)
  noteSession(useSession.getState())
  createRoot(place).render(<Impersonation />)
}
