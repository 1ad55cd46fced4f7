import { ddiPath } from '@muster/contract'
import * as z from 'zod/mini'
import type { TestApp } from './testApp.ts'

const link = z.object({ href: z.string() })
const base = z.object({
  config: z.object({
    polling: z.object({ sleep: z.string().check(z.regex(/^\d\d:\d\d:\d\d$/)) }),
  }),
  _links: z.optional(z.record(z.string(), link)),
})

/** What it reads of a deployment: one chunk, of one artifact. */
const deployment = z.object({
  id: z.string(),
  deployment: z.object({
    download: z.enum(['skip', 'attempt', 'forced']),
    update: z.enum(['skip', 'attempt', 'forced']),
    chunks: z.tuple([
      z.object({
        name: z.string(),
        version: z.string(),
        artifacts: z.tuple([
          z.object({
            size: z.int(),
            hashes: z.object({ sha1: z.string() }),
            _links: z.object({ download: link }),
          }),
        ]),
      }),
    ]),
  }),
})
const cancellation = z.object({ cancelAction: z.object({ stopId: z.string() }) })

/** What it says of an action: `execution`, `result.finished`, and the one line of `details`. */
export type RaucSaid = readonly [execution: string, finished: string, detail: string]

/** The calls of rauc-hawkbit-updater as its source makes them: headers, members and what it must find in answers. */
export class RaucUpdater {
  readonly #app: TestApp
  readonly #place: string
  readonly #authorization: string

  constructor(app: TestApp, sn: string, token: string) {
    this.#app = app
    this.#place = `${ddiPath}/${sn}`
    this.#authorization = `GatewayToken ${token}`
  }

  /** Polls, says what it is where it is asked, and answers what waits, by the names of its links. */
  async poll(device: Readonly<Record<string, string>>): Promise<readonly string[]> {
    const { _links: links = {} } = base.parse(await this.#ask('GET', this.#place))
    if (links['configData']) {
      const status = { result: { finished: 'success' }, execution: 'closed' }
      await this.#ask('PUT', `${this.#place}/configData`, { time, status, data: device })
    }
    return Object.keys(links)
  }

  /** What it is given, once it is. */
  async given() {
    const { id, deployment: given } = deployment.parse(await this.#follow('deploymentBase'))
    const [{ version, artifacts }] = given.chunks
    const [{ size, hashes, _links }] = artifacts
    return { id, version, size, sha1: hashes.sha1, url: _links.download.href, ...given }
  }

  /** What it is to leave be, once it is. */
  async calledOff(): Promise<string> {
    return cancellation.parse(await this.#follow('cancelAction')).cancelAction.stopId
  }

  async fetch(url: string, from: number) {
    const { statusCode, rawPayload, headers } = await this.#app.http.inject({
      url: new URL(url).pathname,
      headers: {
        accept: 'application/octet-stream',
        authorization: this.#authorization,
        ...(from > 0 && { range: `bytes=${from}-` }),
      },
    })
    return { status: statusCode, bytes: rawPayload, range: headers['content-range'] }
  }

  async say(
    of: 'deploymentBase' | 'cancelAction',
    id: string,
    [execution, finished, detail]: RaucSaid,
  ): Promise<void> {
    const status = { result: { finished }, execution, details: [detail] }
    await this.#ask('POST', `${this.#place}/${of}/${id}/feedback`, { id, time, status })
  }

  async #follow(name: string): Promise<unknown> {
    for (let tries = 0; tries < 200; tries += 1) {
      const { _links: links } = base.parse(await this.#ask('GET', this.#place))
      const href = links?.[name]?.href
      if (href) return this.#ask('GET', new URL(href).pathname)
      await new Promise((done) => setTimeout(done, 100))
    }
    throw new Error(`no link ${name}`)
  }

  /** Anything but 200 is a failure to it. */
  async #ask(method: 'GET' | 'PUT' | 'POST', url: string, body?: object): Promise<unknown> {
    const type = 'application/json;charset=UTF-8'
    const reply = await this.#app.http.inject({
      method,
      url,
      headers: {
        'user-agent': 'rauc-hawkbit-c-agent/1.0',
        accept: type,
        authorization: this.#authorization,
        ...(body && { 'content-type': type }),
      },
      ...(body && { payload: JSON.stringify(body) }),
    })
    if (reply.statusCode !== 200) throw new Error(`HTTP request failed: ${reply.statusCode}`)
    return body ? null : reply.json()
  }
}

/** It tells the time so. */
const time = '20260601T120000'
