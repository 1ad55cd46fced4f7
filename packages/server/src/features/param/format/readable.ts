/** Bytes of a file that are shown. */
const mostShown = 64 * 1024

const text = new TextDecoder('utf-8', { fatal: true })

/** Bytes as a person reads them: the text that they are, or sixteen a line in hexadecimal. */
export function readableBytes(bytes: Buffer): string {
  const shown = bytes.subarray(0, mostShown)
  const said = textOf(shown)
  if (said !== null) return said
  const lines = Array.from({ length: Math.ceil(shown.length / 16) }, (_, at) => {
    const part = shown.subarray(at * 16, at * 16 + 16)
    const hex = Array.from(part, (byte) => byte.toString(16).padStart(2, '0')).join(' ')
    const letters = part.toString('latin1').replace(/[^\x20-\x7e]/g, '.')
    return `${(at * 16).toString(16).padStart(8, '0')}  ${hex.padEnd(47)}  ${letters}\n`
  })
  return lines.join('')
}

function textOf(bytes: Buffer): string | null {
  try {
    const said = text.decode(bytes)
    return /^[\t\n\r\P{Cc}]*$/u.test(said) ? said : null
  } catch {
    return null
  }
}
