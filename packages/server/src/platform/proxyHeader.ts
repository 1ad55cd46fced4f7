import { isIP } from 'node:net'

/** `ip` is whom the proxy speaks for; null: itself, e.g. when it looks whether we live. */
export type ProxyHeader = { readonly length: number; readonly ip: string | null }

const signature = Buffer.from('0d0a0d0a000d0a515549540a', 'hex')
/** Longest header of version 1, with its line end. */
const longestLine = 107
/** Version 2: addresses of 36 bytes at most, and what a proxy adds. */
const longestBody = 2048

/**
 * Reads the header of the PROXY protocol (version 1 or 2) that a connection begins with. `more`:
 * it is not all there yet; `wrong`: there is none, or none that names a TCP connection.
 */
export function readProxyHeader(bytes: Buffer): ProxyHeader | 'more' | 'wrong' {
  if (isPrefix(bytes, signature)) return readBinary(bytes)
  return isPrefix(bytes, Buffer.from('PROXY ')) ? readLine(bytes) : 'wrong'
}

/** Whether one of them is the beginning of the other. */
function isPrefix(bytes: Buffer, expected: Buffer): boolean {
  const length = Math.min(bytes.length, expected.length)
  return bytes.subarray(0, length).equals(expected.subarray(0, length))
}

function readLine(bytes: Buffer): ProxyHeader | 'more' | 'wrong' {
  const end = bytes.subarray(0, longestLine).indexOf('\r\n')
  if (end < 0) return bytes.length < longestLine ? 'more' : 'wrong'
  const [, family, ip = ''] = bytes.toString('latin1', 0, end).split(' ')
  const length = end + 2
  if (family === 'UNKNOWN') return { length, ip: null }
  const isRight = (family === 'TCP4' && isIP(ip) === 4) || (family === 'TCP6' && isIP(ip) === 6)
  return isRight ? { length, ip } : 'wrong'
}

function readBinary(bytes: Buffer): ProxyHeader | 'more' | 'wrong' {
  if (bytes.length < 16) return 'more'
  const [version, family] = [bytes.readUInt8(12), bytes.readUInt8(13)]
  const size = bytes.readUInt16BE(14)
  if (version >> 4 !== 2 || (version & 15) > 1 || size > longestBody) return 'wrong'
  const length = 16 + size
  if (bytes.length < length) return 'more'
  if ((version & 15) === 0) return { length, ip: null }
  if (family === 0x11 && size >= 12)
    return { length, ip: Array.from(bytes.subarray(16, 20)).join('.') }
  return family === 0x21 && size >= 36 ? { length, ip: ipv6Of(bytes.subarray(16, 32)) } : 'wrong'
}

const ipv6Of = (bytes: Buffer): string => {
  const groups = Array.from({ length: 8 }, (_, n) => bytes.readUInt16BE(n * 2).toString(16))
  // The shortest way of writing it, as Node writes the addresses of sockets.
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)
}
