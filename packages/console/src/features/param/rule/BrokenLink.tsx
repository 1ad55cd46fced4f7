import { paramFindings } from '@muster/contract'
import { useCan } from '../../../kit/session.ts'

interface BrokenLinkProps {
  readonly ruleId: string
  readonly name: string
  readonly onFollow?: () => void
}

/** The name of a rule, which leads whoever may see them to the terminals that break it. */
export function BrokenLink({ ruleId, name, onFollow }: BrokenLinkProps) {
  const mayLook = useCan(paramFindings.page.permission)
  return mayLook ? (
    <a href={`#/param/list?tab=findings&ruleId=${ruleId}&state=OPEN`} onClick={onFollow}>
      <bdi>{name}</bdi>
    </a>
  ) : (
    <bdi>{name}</bdi>
  )
}
