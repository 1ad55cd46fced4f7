import type { mqttApks, mqttTasks } from '@muster/contract'

type Shared =
  | 'page'
  | 'count'
  | 'detail'
  | 'items'
  | 'errors'
  | 'takeBack'
  | 'pause'
  | 'resume'
  | 'stop'
  | 'retry'
  | 'exclude'
  | 'setRate'

/** The calls that pushes of every kind have. */
export type PushCalls = Pick<typeof mqttTasks, Shared> &
  Partial<Pick<typeof mqttTasks, 'approve' | 'reject'> & Pick<typeof mqttApks, 'rollBack'>>
