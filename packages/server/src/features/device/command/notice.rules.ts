import { appKinds, deviceMessages } from '@muster/contract'

const { appTaskArgs, commandNotice, taskNotice } = deviceMessages

/** An item as its terminal is told of it. */
interface Told {
  readonly id: string
  readonly cmd: string
  readonly args: Readonly<Record<string, unknown>>
  readonly attempt: number
}

const isAppKind = (cmd: string) => appKinds.find((kind) => kind === cmd)

/** The message that tells of an item: D-CMD, or D-TASK where applications are concerned. */
export function noticeOf({ id, cmd, args, attempt }: Told): { path: string; body: object } {
  const kind = isAppKind(cmd)
  if (!kind) return { path: commandNotice.path, body: { item: id, cmd, args, attempt } }
  const { artifact, ...task } = appTaskArgs.parse(args)
  const file = artifact && { artifact: { ...artifact, ticket: id } }
  return { path: taskNotice.path, body: { item: id, kind, ...task, ...file, attempt } }
}
