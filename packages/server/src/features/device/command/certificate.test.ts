import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { codes, devices } from '@muster/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { move, type S3Server, startS3Server } from '../../../../test/s3Server.ts'
import { signedIn, type TestUser } from '../../../../test/testApp.ts'
import { addDevices, addEstate } from '../../../../test/testEstate.ts'
import { startUploadApp, upload } from '../../../../test/uploads.ts'
import { usual } from '../../file/bucket/mover.ts'

let s3: S3Server
let bench: Awaited<ReturnType<typeof startUploadApp>>
let giver: TestUser
let id: string

beforeAll(async () => {
  s3 = await startS3Server()
  bench = await startUploadApp(s3.variables)
  const { app } = bench
  const estate = await addEstate(app)
  giver = await signedIn(app, { isSuperAdmin: true })
  const of = { orgId: app.rootId, prefix: 'CERT-', count: 1 }
  id = (await addDevices(app, estate, of))[0] ?? ''
})
afterAll(async () => {
  await bench.close()
  await s3.close()
})

const good = rootCertificates.find((pem) => new X509Certificate(pem).validToDate > new Date()) ?? ''
const give = (fileId: string) =>
  giver.call(devices.command, {
    params: { id },
    body: { cmd: 'CERT_UPDATE', args: { fileId } },
  })
const kept = async (text: string) =>
  (await upload(giver, Buffer.from(text), { name: 'ca.pem', type: 'terminal' })).id

it('is brought where there is a bucket, too: what is small stays at hand', async () => {
  const fileId = await kept(good)
  await move(bench.app, { leastBytes: usual.leastBytes })
  await move(bench.app, { leastBytes: usual.leastBytes })
  expect((await give(fileId)).code).toBe(200)
})

it('is refused where a private key lies beside it', async () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  expect((await give(await kept(`${good}\n${key}`))).code).toBe(codes.badRequest)
})
