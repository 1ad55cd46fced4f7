import type { PushKind } from '@muster/contract'

/** Where its terminals are seen. */
export const pushLink = (kind: PushKind, id: string): string =>
  kind === 'UPGRADE'
    ? `/upgrade/result?pushId=${id}`
    : `/mqtt/${kind.startsWith('APP_') ? 'app' : 'task'}?push=${id}`
