import { createHash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import swagger from '@fastify/swagger'
import Fastify from 'fastify'
import * as z from 'zod/mini'

/** One form of the document as it is sent. */
export interface Page {
  readonly plain: Uint8Array
  readonly gzip: Uint8Array
  readonly br: Uint8Array
  /** SHA-256 of the plain bytes. */
  readonly hash: string
}

export interface Pages {
  readonly json: Page
  readonly yaml: Page
}

const json = z.string().parse(workerData)
const http = Fastify()
await http.register(swagger, {
  mode: 'static',
  // The document is ours, made from the contract; the plugin's type names OpenAPI 3.0 only.
  specification: { document: z.looseObject({}).parse(JSON.parse(json)) as never },
})
await http.ready()
const pages: Pages = { json: pageOf(json), yaml: pageOf(http.swagger({ yaml: true })) }
parentPort?.postMessage(pages)

function pageOf(text: string): Page {
  const plain = Buffer.from(text)
  return {
    plain,
    gzip: gzipSync(plain, { level: 9 }),
    // The highest (11) takes seconds for little.
    br: brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    hash: createHash('sha256').update(plain).digest('base64url'),
  }
}
