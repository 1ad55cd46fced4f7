import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '../src/kit/context.ts'
import { openDatabase, type openPool } from '../src/platform/db.ts'
import type { TestApp } from './testApp.ts'

interface Behind {
  readonly pool: ReturnType<typeof openPool>
  readonly secrets: Platform['secrets']
  /** How often a call is made again that is told to come back later. */
  readonly tries?: number
  /** Is told each request and the bytes that answered it. */
  readonly heard?: (request: string, answer: Buffer) => void
}

interface Asked {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly payload?: string | Buffer
}

/** A server at an address, called the way the tests call an application of their own. */
export function remoteApp(address: string, { pool, secrets, tries = 10, heard }: Behind): TestApp {
  const inject = async ({ method, url, headers, payload }: Asked) => {
    const body = payload ? { body: payload.toString() } : {}
    const ask = () => fetch(new URL(url, address), { method, headers, ...body })
    let response = await ask()
    // A process that has just started, or is short of time, asks to come back later.
    for (let tried = 0; response.status === 503 && tried < tries; tried++) {
      await sleep(500)
      response = await ask()
    }
    const rawPayload = Buffer.from(await response.arrayBuffer())
    heard?.(`${method} ${url}`, rawPayload)
    const { status: statusCode } = response
    const received = Object.fromEntries(response.headers)
    const json = () => JSON.parse(rawPayload.toString()) as unknown
    return { statusCode, headers: received, cookies: [], rawPayload, json }
  }
  const platform = { db: openDatabase(pool), pool, now: () => new Date(), secrets }
  // Only what the tests' calls use of an application is there.
  return { http: { inject, address }, platform, rootId: '', failures: [] } as unknown as TestApp
}
