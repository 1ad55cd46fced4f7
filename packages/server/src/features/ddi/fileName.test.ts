import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { byTargetToken, giveFile } from '../../../test/ddiClient.ts'
import { storeFile, type TestFile } from '../../../test/deviceFiles.ts'
import { startTestApp, type TestApp } from '../../../test/testApp.ts'
import { addDevice, addModel } from '../../../test/testGateway.ts'

let app: TestApp
let folder: string
let modelId: string
let file: TestFile

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-ddi-'))
  app = await startTestApp({ now: () => new Date() }, { MUSTER_DATA: folder })
  modelId = await addModel(app.platform)
  file = await storeFile(app, 1_000)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

interface Artifact {
  readonly _links: Readonly<Record<string, { readonly href: string }>>
}

it.each(['box.swu.MD5SUM', `${'ك'.repeat(251)}.swu`, 'a+b&c;d?e#100%25.swu'])(
  'a file is fetched, and its sum, whatever it is called: %s',
  async (fileName) => {
    const device = await addDevice(app.platform, { modelId, orgId: app.rootId })
    const client = byTargetToken(app, device)
    const wished = { modelId, versionName: `1.${fileName.length}`, file }
    await giveFile(app, wished, { ids: [device.id], version: { fileName } })
    const action = (await client.link('deploymentBase')).split('/').at(-1)
    const list = await client.call(`/softwaremodules/${action}/artifacts`)
    const { download, md5sum } = list.json<Artifact[]>()[0]?._links ?? {}
    const fetched = await client.call(download?.href ?? '')
    expect(fetched.bytes.equals(file.content)).toBe(true)
    const head = await client.call(download?.href ?? '', { method: 'HEAD' })
    expect(head.headers['content-length']).toBe('1000')
    const sum = await client.call(md5sum?.href ?? '')
    const md5 = createHash('md5').update(file.content).digest('hex')
    expect(sum.bytes.toString()).toBe(`${md5}  ${fileName}`)
    const other = await client.call(`${download?.href}.swu`)
    expect(other.status).toBe(404)
  },
)
