import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { type DownloadTicket, deviceHttp } from '@muster/contract'
import { fileStoreIn } from '../src/platform/fileStore.ts'
import { openArtifactItem } from './artifactItem.ts'
import type { TestApp } from './testApp.ts'
import { passwordOf, type TestDevice } from './testGateway.ts'

export interface TestFile {
  readonly content: Buffer
  readonly sha256: string
}

/** Puts a file of so many bytes into the store. */
export async function storeFile(
  { platform }: { readonly platform: Pick<TestApp['platform'], 'env'> },
  bytes: number,
): Promise<TestFile> {
  const content = randomBytes(bytes)
  await fileStoreIn(platform.env.dataFolder).put(Readable.from([content]))
  return { content, sha256: createHash('sha256').update(content).digest('hex') }
}

/** Tells a terminal to fetch a file; answers the item. */
export const sendFileTo = (app: TestApp, device: TestDevice, { content, sha256 }: TestFile) =>
  openArtifactItem(app, device, { sha256, size: content.length, name: 'pay-1.0.apk' })

/** Asks for the address of a file as the terminal does. */
export const askTicket = (app: TestApp, device: TestDevice, ticket: string) =>
  app.http.inject({
    method: 'POST',
    url: deviceHttp.ticket,
    headers: { authorization: `Bearer ${passwordOf(device)}` },
    payload: JSON.stringify({ sn: device.sn, ticket }),
  })

/** The path of the file that belongs to an item. */
export async function filePathOf(app: TestApp, device: TestDevice, item: string): Promise<string> {
  const answer = await askTicket(app, device, item)
  return new URL(answer.json<DownloadTicket>().url).pathname
}
