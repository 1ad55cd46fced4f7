import { mqttApksPath, paramPushesPath, pushesPath } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import type { LiveHub } from '../../../platform/liveHub.ts'

interface Moved {
  readonly id: string
  readonly orgId: string
}

/** The lists in which pushes stand; which of them shows one is said by its kind. */
const paths = [pushesPath, mqttApksPath, paramPushesPath]

/** Tells the consoles which pushes moved on. */
export function announcePushes(live: Pick<LiveHub, 'changed'>, pushes: readonly Moved[]): void {
  for (const path of paths)
    for (const { id, orgId } of pushes) live.changed({ path, ids: [id], orgIds: [orgId] })
}

/** The same after the commit of a call. */
export function pushChanged(ctx: Pick<Context, 'changed'>, { id, orgId }: Moved): void {
  for (const path of paths) ctx.changed(path, [id], [orgId])
}
