import { mqttApks, mqttTasks } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { Ltr } from '../../kit/page/values.tsx'
import { query } from '../../kit/queries.ts'
import { useCan } from '../../kit/session.ts'
import { nothing } from '../../platform/format.ts'
import type { PushCalls } from './pushCalls.ts'

interface ValueProps {
  /** The task's id. */
  readonly value: string
}

interface RunsOfProps extends ValueProps {
  readonly of: Pick<PushCalls, 'detail'>
}

/** The task whose runs a list is cut to, by its number. */
function RunsOf({ of, value }: RunsOfProps) {
  const found = useQuery({
    ...query(of.detail, { params: { id: value } }),
    enabled: useCan(of.detail.permission),
  })
  return <Ltr>{found.data?.taskNo ?? nothing}</Ltr>
}

/** The task whose runs a list of tasks is cut to. */
export const RunsOfTask = ({ value }: ValueProps) => <RunsOf of={mqttTasks} value={value} />

/** The same of application tasks. */
export const RunsOfAppTask = ({ value }: ValueProps) => <RunsOf of={mqttApks} value={value} />
