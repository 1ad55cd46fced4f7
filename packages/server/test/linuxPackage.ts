import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { gzipSync } from 'node:zlib'

const block = 512

/** A file of a tar archive (POSIX). */
function tarFile(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(block)
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  head.write(name, 0)
  head.write(`${octal(0o644, 7)}${octal(0, 7)}${octal(0, 7)}`, 100)
  head.write(`${octal(content.length, 11)}${octal(0, 11)}`, 124)
  head.write('        0', 148)
  head.write('ustar\x0000', 257)
  const sum = head.reduce((all, byte) => all + byte, 0)
  head.write(`${octal(sum, 6)} `, 148)
  const padding = Buffer.alloc((block - (content.length % block)) % block)
  return Buffer.concat([head, content, padding])
}

/** A packed archive with a `muster.json` that says what it is. */
export function linuxPackage(manifest: Readonly<Record<string, string>>): Buffer {
  const files = [
    tarFile('muster.json', Buffer.from(JSON.stringify(manifest))),
    tarFile('bin/till', Buffer.from('#!/bin/sh\n')),
  ]
  return gzipSync(Buffer.concat([...files, Buffer.alloc(2 * block)]))
}

/** A key that packages are signed with: as the settings name it, and its signature of a file. */
export function packageKey(name: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const der = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  return {
    line: `${name} ${der}`,
    signatureOf: (file: Buffer): string =>
      sign(null, createHash('sha256').update(file).digest(), privateKey).toString('base64'),
  }
}
