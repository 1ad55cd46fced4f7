import * as z from 'zod/mini'

/** Path of the WebSocket; opened with `?ticket=` of `session.ticket`. */
export const livePath = '/admin/notice/v1/ws'

/** Sent after a commit: records below this path changed. An empty list means "many". */
export const liveMessage = z.object({ path: z.string(), ids: z.array(z.string()) })
export type LiveMessage = z.output<typeof liveMessage>
