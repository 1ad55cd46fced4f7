import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type GivenCommand, remoteControl } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { contentsOf } from '../../../platform/contents.ts'
import { type StoredContent, storedFile } from '../../file/upload/index.ts'
import { readSealedSetting } from '../../system/setting/index.ts'

type Of<C extends GivenCommand['cmd']> = Extract<GivenCommand, { cmd: C }>

/**
 * A command as it may lie in the database: with what there is to know of the file that it brings.
 * `at`: where its arguments stand in the body of the call, to say there what is wrong with them.
 */
export async function prepared<G extends GivenCommand>(
  ctx: Context,
  request: G,
  at: string,
): Promise<G> {
  const given: GivenCommand = request
  if (given.cmd === 'REMOTE_START') await requireWithin(ctx, given, at)
  if (!('fileId' in given.args) || given.args.fileId === null) return request
  const wanted = { field: `${at}.fileId`, id: given.args.fileId, type: 'terminal' } as const
  const file = await storedFile(ctx, wanted)
  if (given.cmd === 'CERT_UPDATE' && !(await isCertificate(ctx, file)))
    throw fieldRefusal(wanted.field, 'command.noCertificate')
  if (given.cmd === 'MESSAGE' && !isPicture(file))
    throw fieldRefusal(wanted.field, 'command.noPicture')
  const { name, bytes, sha256 } = file
  const artifact = { size: bytes, sha256: sha256.toString('hex'), name }
  return { ...request, args: { ...request.args, artifact } }
}

/** Terminals show no larger ones. */
const mostPictureBytes = 1_048_576

const isPicture = ({ name, bytes }: StoredContent): boolean =>
  /\.(?:png|jpe?g|webp)$/i.test(name) && bytes <= mostPictureBytes

/** Larger ones are no certificates. */
const mostCertificateBytes = 65_536

/** What a certificate begins with that is not written as text. */
const der = 0x30
const onePem = /^-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----$/

/** Whether a file is one certificate that is good now. */
async function isCertificate(ctx: Context, { bytes, sha256 }: StoredContent): Promise<boolean> {
  if (bytes > mostCertificateBytes) return false
  const content = await contentsOf(ctx.platform).withFile(sha256, (path) => readFile(path))
  // All of it goes to every terminal: a key beside it would, too.
  if (content[0] !== der && !onePem.test(content.toString('latin1').trim())) return false
  try {
    const { validFromDate, validToDate } = new X509Certificate(content)
    return validFromDate <= ctx.now() && ctx.now() < validToDate
  } catch {
    return false
  }
}

/** The settings of remote control say how long a session lasts, and whether its user is asked. */
async function requireWithin(
  ctx: Context,
  { args }: Of<'REMOTE_START'>,
  at: string,
): Promise<void> {
  const { db, platform } = ctx
  const kept = { db, secrets: platform.secrets }
  const { maxMinutes, needsConsent } = await readSealedSetting(kept, remoteControl)
  if (args.minutes > maxMinutes)
    throw fieldRefusal(`${at}.minutes`, 'command.remoteTooLong', { count: maxMinutes })
  if (needsConsent && !args.consent) throw fieldRefusal(`${at}.consent`, 'command.remoteConsent')
}
