import * as z from 'zod/mini'
import { once } from '../core/once.ts'

/** Path of the WebSocket; opened with `?ticket=` of `session.ticket`. */
export const livePath = '/admin/notice/v1/ws'

/** Sent after a commit: records below this path changed. An empty list means "many". */
export const liveMessage = once(() => z.object({ path: z.string(), ids: z.array(z.string()) }))
export type LiveMessage = z.output<ReturnType<typeof liveMessage>>
