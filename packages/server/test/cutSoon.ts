import type { Server } from 'node:http'
import { expect } from 'vitest'

/** Lets a server's requests that stall be over now, which they are within half a minute. */
export function cutSoon(server: Server): void {
  expect(server.requestTimeout).toBeGreaterThan(0)
  expect(server.requestTimeout).toBeLessThanOrEqual(30_000)
  // Node takes the larger of the two for the whole request.
  expect(server.headersTimeout).toBeLessThanOrEqual(server.requestTimeout)
  Object.assign(server, { headersTimeout: 1, requestTimeout: 1 })
}
