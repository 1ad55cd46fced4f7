import { mqttTasks } from '@muster/contract'
import { call } from '../../../kit/call.ts'
import { outcomeOf } from '../../../kit/useAction.ts'
import { startOf, type TaskStart } from './taskStart.ts'

/** What the copy of a task begins with; null where it cannot be read, which has been said. */
export async function readStart(id: string): Promise<TaskStart | null> {
  const read = await outcomeOf(call(mqttTasks.detail, { params: { id } }))
  return 'reply' in read ? startOf(read.reply) : null
}
