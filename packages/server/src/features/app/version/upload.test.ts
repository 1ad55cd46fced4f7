import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { apks, apps, codes } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addCategory, appForm } from '../../../../test/appEstate.ts'
import { signedIn, type TestApp, type TestUser } from '../../../../test/testApp.ts'
import { startUploadApp, upload } from '../../../../test/uploads.ts'

const base = (name: string) =>
  readFile(join(import.meta.dirname, '../../../../test/apk/bases', `${name}.apk`))

let bench: Awaited<ReturnType<typeof startUploadApp>>
let app: TestApp
let admin: TestUser

beforeAll(async () => {
  bench = await startUploadApp()
  ;({ app } = bench)
  admin = await signedIn(app, { isSuperAdmin: true })
})
afterAll(() => bench.close())

const sent = async (name: string, change = (bytes: Buffer) => bytes) =>
  (await upload(admin, change(await base(name)), { name: `${name}.apk`, type: 'apk' })).id

async function addApp(name: string): Promise<{ id: string; fileId: string }> {
  const fileId = await sent(name)
  const { facts } = await admin.get(apks.parse, { body: { fileId } })
  const { packageName, label, osKind } = facts
  const { id } = await admin.get(apps.add, {
    body: {
      ...appForm(await addCategory(app)),
      name: label,
      package: packageName,
      orgId: app.rootId,
      osKind,
    },
  })
  return { id, fileId }
}

it('takes a package from its upload to a version that says what the file says', async () => {
  const { id: appId, fileId } = await addApp('facts')
  const made = await admin.get(apks.add, { body: { appId, fileId, releaseNotes: 'First' } })
  expect(made).toMatchObject({
    fileName: 'facts.apk',
    state: 'CHECK_FAILED',
    problems: [expect.stringContaining('debugged'), expect.stringContaining('for tests only')],
  })
  expect(made.schemes).toContain('v2')
  expect(made.signerSha256).toMatch(/^[0-9a-f]{64}$/)
  const { icon } = await admin.get(apps.detail, { params: { id: appId } })
  expect(icon).toMatch(/^[0-9a-f]{64}\.(?:png|webp)$/)
  const taken = await admin.file(apks.download, { params: { id: made.id } })
  expect(taken.body.equals(await base('facts'))).toBe(true)
})

it('tells the signer of one version from that of the next', async () => {
  const { id: appId, fileId } = await addApp('v1-v2-v3')
  const first = await admin.get(apks.add, { body: { appId, fileId, releaseNotes: 'First' } })
  expect(first).toMatchObject({ state: 'READY', problems: [] })
  await sql`update apk set state = 'SUPERSEDED', version_code = 0 where id = ${first.id}`.execute(
    app.platform.db,
  )
  const problemsOf = async (name: string) => {
    const body = { fileId: await sent(name), appId }
    return (await admin.get(apks.parse, { body })).problems
  }
  expect(await problemsOf('v1-v2-v3-rotated')).toEqual([])
  expect(await problemsOf('v1-v2-v3-other')).toEqual([expect.stringContaining('another key')])
  expect(await problemsOf('v1-v2-v3-debug')).toContainEqual(
    expect.stringContaining('a key for development'),
  )
})

it.each([
  ['unsigned', (bytes: Buffer) => bytes, 'not signed'],
  ['v2', flipped, ''],
] as const)(
  'refuses a package that is no good (%s) in one sentence at its file',
  async (name, change, said) => {
    const fileId = await sent(name, change)
    const refused = await admin.call(apks.parse, { body: { fileId } })
    expect(refused.code).toBe(codes.badRequest)
    expect(refused.data).toMatchObject({
      fields: [{ field: 'fileId', message: expect.stringContaining(said) }],
    })
  },
)

/** One bit of the first entry's content is another one. */
function flipped(bytes: Buffer): Buffer {
  const other = Buffer.from(bytes)
  other[60] = (other[60] ?? 0) ^ 1
  return other
}

it('never fails, whatever it is sent', () => {
  expect(app.failures).toEqual([])
})
