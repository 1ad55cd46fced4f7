import { codes, downloadLinkPath } from '@muster/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type SqlBool, sql } from 'kysely'
import type { Platform } from '../../kit/context.ts'
import { notFound, Refusal } from '../../kit/refusal.ts'
import type { FileAnswer } from '../../platform/fileAnswer.ts'
import { heldFile } from '../file/upload/index.ts'
import { agrees } from './developer.rules.ts'
import { isInTime, isOurs, isTheirs, type LinkClaim } from './link.ts'
import { readProgramme } from './programme.ts'
import { goodSecrets } from './secret.ts'
import { countTaken } from './taken.ts'

type SendFile = (
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileAnswer,
) => Promise<FastifyReply>

interface Asked {
  readonly Params: { readonly id: string }
  readonly Querystring: Readonly<Partial<Record<'expires' | 'signature' | 'developer', string>>>
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** Downloads by signed links: copied in the console, or signed by a developer with his secret. */
export function mountDownloadLinks(
  http: FastifyInstance,
  platform: Platform,
  sendFile: SendFile,
): void {
  http.get<Asked>(`${downloadLinkPath}/:id`, async (request, reply) => {
    const { id } = request.params
    const { expires = '', signature = '', developer = null } = request.query
    const claim = { id, expires: /^\d{1,12}$/.test(expires) ? Number(expires) : 0 }
    if (!isId(id) || typeof signature !== 'string') throw notFound()
    const isSigned =
      developer === null
        ? isOurs(platform.secrets, claim, signature)
        : await isOfDeveloper(platform, { claim, signature, developer })
    if (!isSigned) throw new Refusal(codes.forbidden, 'developer.badLink')
    if (!isInTime(claim, platform.now())) throw new Refusal(codes.forbidden, 'developer.linkOver')
    const fileId = await findFile(platform, id, developer !== null)
    const answer = await heldFile(platform, platform.db, fileId)
    // Parts of a broken download are one.
    if (/^bytes=0-|^$/.test(request.headers.range ?? ''))
      await countTaken(platform.db, id, developer === null ? 'LINK' : 'SECRET')
    reply.header('content-security-policy', "default-src 'none'; sandbox")
    return sendFile(request, reply, answer)
  })
}

interface Signed {
  readonly claim: LinkClaim
  readonly signature: string
  readonly developer: string
}

/** Whether an approved developer, who holds to the agreement in force, signed it. */
async function isOfDeveloper(platform: Platform, { claim, signature, developer }: Signed) {
  const { db } = platform
  if (typeof developer !== 'string' || !isId(developer)) return false
  const { rows } = await sql<{ agreementVersion: string | null }>`select agreement_version
    from developer where id = ${developer} and state = 'APPROVED' and status = 1 and sdk_access
      and deleted_at is null`.execute(db)
  if (!rows[0]) return false
  const { agreementVersion } = await readProgramme(db)
  if (!agrees(rows[0].agreementVersion, agreementVersion)) return false
  return isTheirs(await goodSecrets(platform, db, developer), claim, signature)
}

/** The file of a published download; what is for vendors is signed for by nobody outside. */
async function findFile({ db }: Platform, id: string, isDeveloper: boolean): Promise<string> {
  const forHim = isDeveloper ? sql<SqlBool>`audience <> 'VENDOR'` : sql<SqlBool>`true`
  const { rows } = await sql<{ fileId: string }>`select file_id from developer_download
    where id = ${id} and publish_at <= now() and withdrawn_at is null and status = 1
      and deleted_at is null and ${forHim}`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0].fileId
}
