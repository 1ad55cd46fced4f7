import { createHash } from 'node:crypto'

/** The same for the same thing that a terminal tells: a UUID of version 8 from a digest of terminal and key. */
export function keyedId(deviceId: string, key: string): string {
  const digest = createHash('sha256').update(`${deviceId} ${key}`).digest()
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x80, 6)
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = digest.toString('hex', 0, 16)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
