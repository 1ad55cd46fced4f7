import { X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readTls } from './brokerTls.ts'
import { makeSelfSigned } from './selfSigned.ts'

it('makes a certificate of its own once, and keeps its key from others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muster-own-'))
  const files = { cert: join(folder, 'new', 'crt'), key: join(folder, 'new', 'key') }
  await makeSelfSigned(files)
  const {
    content: { cert },
  } = await readTls({ ...files, clientCa: null })
  const made = new X509Certificate(cert)
  expect(made.checkHost('localhost')).toBe('localhost')
  expect(made.checkIP('127.0.0.1')).toBe('127.0.0.1')
  expect((await stat(files.key)).mode & 0o777).toBe(0o600)
  await makeSelfSigned(files)
  expect(await readFile(files.cert, 'utf8')).toBe(cert)
  await rm(folder, { recursive: true })
})
