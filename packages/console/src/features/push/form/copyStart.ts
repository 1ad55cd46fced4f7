import { mqttApks, mqttTasks } from '@muster/contract'
import { call } from '../../../kit/call.ts'
import { outcomeOf } from '../../../kit/useAction.ts'
import { appStartOf } from './appValues.ts'
import { editStart, type PushStart } from './pushStart.ts'
import { startOf } from './taskStart.ts'

/** What the copy of a task begins with; null where it cannot be read, which has been said. */
export async function readStart(id: string): Promise<PushStart | null> {
  const read = await outcomeOf(call(mqttTasks.detail, { params: { id } }))
  return 'reply' in read ? startOf(read.reply) : null
}

/** The same of an application task. */
export async function readAppStart(id: string): Promise<PushStart | null> {
  const read = await outcomeOf(call(mqttApks.detail, { params: { id } }))
  return 'reply' in read ? appStartOf(read.reply) : null
}

/** What a change of a task begins with. */
export async function readEdit(id: string): Promise<PushStart | null> {
  const read = await outcomeOf(call(mqttTasks.detail, { params: { id } }))
  if (!('reply' in read)) return null
  const { values, edits } = editStart(read.reply)
  return { values: { cmd: read.reply.kind, ...values }, edits }
}

/** The same of an application task. */
export async function readAppEdit(id: string): Promise<PushStart | null> {
  const read = await outcomeOf(call(mqttApks.detail, { params: { id } }))
  return 'reply' in read ? editStart(read.reply) : null
}
