import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { debianProgram } from './debianProgram.ts'

/** A file of a cpio archive of the kind that SWUpdate reads: `newc`, with the sum of its bytes. */
function cpioFile(name: string, content: Buffer, inode: number): Buffer {
  const sum = content.reduce((all, byte) => (all + byte) >>> 0, 0)
  const fields = [inode, 0o100644, 0, 0, 1, 0, content.length, 0, 0, 0, 0, name.length + 1, sum]
  const head = `070702${fields.map((value) => value.toString(16).padStart(8, '0')).join('')}`
  return Buffer.concat([padded(Buffer.from(`${head}${name}\0`)), padded(content)])
}

/** Names and contents begin at every fourth byte. */
const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])

const cpio = (files: readonly (readonly [string, Buffer])[]): Buffer => {
  const end = cpioFile('TRAILER!!!', Buffer.alloc(0), 0)
  const all = files.map(([name, content], nth) => cpioFile(name, content, nth + 1))
  return Buffer.concat([...all, end])
}

export interface Signer {
  readonly key: string
  /** What SWUpdate is given to prove images by. */
  readonly certificate: string
}

const openssl = (words: readonly string[]) => spawnSync(debianProgram('openssl'), words)

/** A key that images are signed with, and its certificate, in a folder. */
export function makeSigner(folder: string, name: string): Signer {
  const signer = { key: join(folder, `${name}.key`), certificate: join(folder, `${name}.pem`) }
  openssl([
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    `/CN=${name}`,
    '-addext',
    'extendedKeyUsage=emailProtection',
    '-addext',
    'keyUsage=digitalSignature',
    '-keyout',
    signer.key,
    '-out',
    signer.certificate,
  ])
  return signer
}

export interface SwuWishes {
  readonly version: string
  /** What is written to `target` on the machine. */
  readonly payload: Buffer
  readonly target: string
  /** Who signs it; null: nobody. */
  readonly signer: Signer | null
  /** Bytes of another file in place of what its description promises. */
  readonly isDamaged?: boolean
}

/** A real image for SWUpdate: a description, its signature (CMS), and one file. */
export function swuPackage(folder: string, wishes: SwuWishes): Buffer {
  const { version, payload, target, signer, isDamaged = false } = wishes
  const promised = createHash('sha256').update(payload).digest('hex')
  const file = `filename = "payload.bin"; path = "${target}"; sha256 = "${promised}";`
  const description = Buffer.from(`software = {
  version = "${version}";
  hardware-compatibility: [ "1.0" ];
  files: ( { ${file} } );
}
`)
  const content = isDamaged ? Buffer.alloc(payload.length, 1) : payload
  return cpio([
    ['sw-description', description],
    ...(signer
      ? ([['sw-description.sig', signatureOf(folder, description, signer)]] as const)
      : []),
    ['payload.bin', content],
  ])
}

function signatureOf(folder: string, description: Buffer, { key, certificate }: Signer): Buffer {
  const path = join(folder, 'sw-description')
  writeFileSync(path, description)
  const { status, stdout, stderr } = spawnSync(debianProgram('openssl'), [
    'cms',
    '-sign',
    '-in',
    path,
    '-signer',
    certificate,
    '-inkey',
    key,
    '-outform',
    'DER',
    '-nosmimecap',
    '-binary',
  ])
  if (status !== 0) throw new Error(stderr.toString())
  return stdout
}
