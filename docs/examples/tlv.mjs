// A plug-in of an output format (docs/operations.md, "Output formats of one's own"): values as BER-TLV, as EMV
// kernels read them. The PID is the tag in hexadecimal, such as 9F1A.

export const name = 'TLV'
export const extension = 'tlv'
export const mediaType = 'application/octet-stream'

/** Holds one row of a table: its cells are tags again. */
const rowTag = 'E0'

/** @param {{ fileName: string, path: string, entries: { pid: string, dataType: string, value: unknown, columns: { key: string, dataType: string }[] }[] }} file */
export const write = ({ entries }) =>
  Buffer.concat(
    entries.flatMap(({ pid, dataType, value, columns }) =>
      dataType === 'TABLE'
        ? value.map((row) =>
            tlv(
              rowTag,
              Buffer.concat(
                columns
                  .filter(({ key }) => key in row)
                  .map(({ key, dataType: type }) => tlv(key, bytesOf(type, row[key]))),
              ),
            ),
          )
        : [tlv(pid, bytesOf(dataType, value))],
    ),
  )

function tlv(tag, bytes) {
  if (!/^([0-9A-F]{2}){1,4}$/.test(tag)) throw new Error(`${tag} is no tag, such as 9F1A`)
  return Buffer.concat([Buffer.from(tag, 'hex'), lengthOf(bytes), bytes])
}

function lengthOf({ length }) {
  if (length < 0x80) return Buffer.from([length])
  if (length < 0x100) return Buffer.from([0x81, length])
  return Buffer.from([0x82, length >> 8, length & 0xff])
}

/** Hexadecimal as its bytes, digits two in a byte, numbers in four bytes, all others as UTF-8. */
function bytesOf(dataType, value) {
  if (dataType === 'HEX') return Buffer.from(value, 'hex')
  if (dataType === 'DIGITS')
    return Buffer.from(value.padStart(value.length + (value.length % 2), '0'), 'hex')
  if (typeof value === 'boolean') return Buffer.from([value ? 1 : 0])
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4)
    bytes.writeInt32BE(value)
    return bytes
  }
  return Buffer.from(String(value), 'utf8')
}
