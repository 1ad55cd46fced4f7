import { publicFilePath, uploadConfig, uploadTypes } from '@muster/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Platform } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import type { FileAnswer } from '../../../platform/fileAnswer.ts'
import { readSetting } from '../../system/setting/index.ts'
import { fileAnswerOf, type KeptFile } from './keptFile.ts'

type SendFile = (
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileAnswer,
) => Promise<FastifyReply>

/**
 * Files of types that are set to be public: anybody reads them who knows the address, which nobody
 * guesses. An address keeps its bytes for ever, so whatever lies between may keep them, too.
 */
export function mountPublicFiles(
  http: FastifyInstance,
  platform: Platform,
  sendFile: SendFile,
): void {
  http.get<{ Params: { key: string } }>(`${publicFilePath}/:key/:name`, async (request, reply) => {
    const { key } = request.params
    const file = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key)
      ? await findPublic(platform, key)
      : null
    if (!file) throw notFound()
    reply.header('content-security-policy', "default-src 'none'; sandbox")
    return sendFile(request, reply, await fileAnswerOf(platform, file, { isPublic: true }))
  })
}

async function findPublic({ db }: Platform, key: string): Promise<KeptFile | null> {
  const config = await readSetting(db, uploadConfig)
  const types = uploadTypes.filter((type) => config[`${type}Public`])
  const { rows } = await sql<KeptFile>`select * from upload_row
    where public_key = ${key} and kept_state = 'STORED' and storage = 'FOLDER' and type = any(${types})`.execute(
    db,
  )
  return rows[0] ?? null
}
