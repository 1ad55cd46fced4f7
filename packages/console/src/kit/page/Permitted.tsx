import type { ReactNode } from 'react'
import { type Asked, useCan } from '../session.ts'

interface PermittedProps {
  /** One code, a list (any of them), or a guard. */
  readonly to: Asked
  /** The other way round: for those only who may not. */
  readonly hidden?: boolean
  readonly children: ReactNode
}

/** What only those see who may; there is no element for others. */
export function Permitted({ to, hidden = false, children }: PermittedProps) {
  return useCan(to) === hidden ? null : children
}
