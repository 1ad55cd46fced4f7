import { deviceHttp, fieldRules, frozenTemplate } from '@muster/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { Platform } from '../../../kit/context.ts'
import { openDeviceProof, openSecret } from '../../device/index.ts'
import { readMerged } from '../json/documentSets.ts'
import { fill } from '../resolve/content.ts'
import { sealedFor } from '../resolve/follow.ts'
import { readSet } from '../resolve/sets.queries.ts'
import { archiveOf, filesOf } from './archive.ts'
import { findWanted, type Wanted } from './wanted.queries.ts'

const question = z.object({ sn: fieldRules.serialNumber() })
const place = z.object({ item: fieldRules.id() })
const texts = z.record(z.string(), z.string())

const reasons = {
  400: 'malformed',
  401: 'refused',
  404: 'this terminal has no values to fetch by this item',
  503: 'busy, try again later',
} as const

/**
 * `GET /device/v1/param/{item}?sn=`: the values of an application's parameters as they are now, as a ZIP
 * archive, while the item that told of them is under way. The terminal shows the proof of its secret as bearer.
 */
export function mountParams(http: FastifyInstance, platform: Platform): void {
  const prove = openDeviceProof(http, platform)
  const refuse = (reply: FastifyReply, status: keyof typeof reasons) =>
    reply.status(status).send({ error: reasons[status] })

  http.get(`${deviceHttp.param}/:item`, async (request, reply) => {
    const [asked, named] = [question.safeParse(request.query), place.safeParse(request.params)]
    if (!asked.data || !named.data) return refuse(reply, 400)
    const caller = await prove(request, asked.data.sn)
    if ('status' in caller) return refuse(reply, caller.status)
    const wanted = await findWanted(platform.db, {
      itemId: named.data.item,
      deviceId: caller.deviceId,
    })
    if (!wanted) return refuse(reply, 404)
    const { bytes, etag } = await archived(platform, wanted)
    return reply
      .header('cache-control', 'no-store')
      .header('content-type', 'application/zip')
      .header('etag', etag)
      .send(bytes)
  })
}

async function archived(platform: Platform, wanted: Wanted) {
  const { deviceId, sealedSecret, package: named, revision } = wanted
  const hash = wanted.hash.toString('hex')
  const made =
    wanted.code === null
      ? await valuesOf(platform, wanted)
      : await documentOf(platform, wanted.code, wanted)
  const secret = openSecret(platform.secrets, deviceId, sealedSecret)
  const bytes = await archiveOf({ ...made, package: named, revision, hash, secret })
  return { bytes, etag: `"${hash}"` }
}

async function valuesOf({ db, secrets }: Platform, wanted: Wanted) {
  const { deviceId, appId, setId } = wanted
  const hidden = wanted.sealedVariables
    ? texts.parse(
        JSON.parse(secrets.open(wanted.sealedVariables, sealedFor(deviceId, appId)).toString()),
      )
    : {}
  const written = await readSet({ db, secrets }, setId)
  const template = frozenTemplate.parse(wanted.content)
  const fields = new Map(template.fields.map((field) => [field.pid, field]))
  const { values } = fill(written, { ...texts.parse(wanted.variables ?? {}), ...hidden }, fields)
  const isSecret =
    wanted.sealedVariables !== null ||
    written.some(({ pid, isSecret: own }) => own || fields.get(pid)?.secret === true)
  return { files: filesOf(template, values), values, isSecret }
}

/** A document is one value by the name of its code, and one file. */
async function documentOf(store: Platform, code: string, { documentIds }: Wanted) {
  const { text, isSecret } = await readMerged(store, documentIds)
  const file = { name: `${code}.json`, encoding: 'UTF-8', text } as const
  return { files: [file], values: { [code]: text }, isSecret }
}
