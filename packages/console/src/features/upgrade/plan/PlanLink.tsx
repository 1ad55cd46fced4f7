import { pathOfScreen } from '../../../kit/pathOfScreen.ts'
import { Ltr, Words } from '../../../kit/page/values.tsx'
import { useSession } from '../../../kit/session.ts'
import classes from '../upgrade.module.css'
import { watchAddress } from './watched.ts'

interface PlanLinkProps {
  readonly planNo: string
  /** Null: the reader does not see the plan, and learns its number alone. */
  readonly planId: string | null
  readonly planName: string | null
}

/** A plan by its number and name, and where it is watched. */
export function PlanLink({ planId, planNo, planName }: PlanLinkProps) {
  const path = useSession(({ menu }) => pathOfScreen(menu, 'PLAN'))
  const says = (
    <Words>
      {planName} <Ltr>{planNo}</Ltr>
    </Words>
  )
  if (path === null || planId === null) return says
  return (
    <a className={classes.link} href={`#${watchAddress(path, planId)}`}>
      {says}
    </a>
  )
}
