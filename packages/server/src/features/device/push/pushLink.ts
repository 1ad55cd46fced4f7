import { appKinds, paramKinds, type PushKind } from '@muster/contract'

/** Where its terminals are seen. */
export function pushLink(kind: PushKind, id: string): string {
  const isOneOf = (kinds: readonly PushKind[]) => kinds.includes(kind)
  if (kind === 'UPGRADE') return `/upgrade/result?pushId=${id}`
  if (isOneOf(paramKinds)) return `/param/log?tab=pushes&push=${id}`
  return isOneOf(appKinds) ? `/mqtt/app?push=${id}` : `/mqtt/task?push=${id}`
}
