import { generateKeyPairSync, sign } from 'node:crypto'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** The key of {@link testCertificate}, made anew for each run. */
export const testKey = privateKey.export({ type: 'pkcs8', format: 'pem' })

/** One value as DER writes it. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const { length } = body
  const head =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...head]), body])
}

const hex = (text: string) => Buffer.from(text, 'hex')
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts)
const ecdsaWithSha256 = sequence(hex('06082a8648ce3d040302'))
const name = sequence(der(0x31, sequence(hex('0603550403'), der(0x0c, Buffer.from('localhost')))))

/** `YYMMDDHHMMSSZ` */
const time = (at: Date) =>
  der(0x17, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`))

/** A certificate that its own key vouches for, and nobody else; good until so many days from now. */
export function testCertificate(days: number): string {
  const until = new Date(Date.now() + days * 86_400_000)
  const since = new Date(until.getTime() - 365 * 86_400_000)
  const told = sequence(
    hex('020101'),
    ecdsaWithSha256,
    name,
    sequence(time(since), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('sha256', told, privateKey)
  const whole = sequence(told, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
  const lines = whole.toString('base64').replace(/.{64}/g, '$&\n')
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
}
