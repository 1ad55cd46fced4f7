import { deviceHttp, fieldRules, frozenTemplate } from '@muster/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { buffer } from 'node:stream/consumers'
import * as z from 'zod/mini'
import type { Platform } from '../../../kit/context.ts'
import { contentsOf } from '../../../platform/contents.ts'
import { heldSeconds } from '../../delivery/index.ts'
import { openDeviceProof, openSecret } from '../../device/index.ts'
import { FormatFault } from '../format/formatFault.ts'
import { pluginBytes } from '../format/write.ts'
import { readMerged } from '../json/documentSets.ts'
import { fill, formOf } from '../resolve/content.ts'
import { sealedFor } from '../resolve/follow.ts'
import { hashOf, readSet } from '../resolve/sets.queries.ts'
import { archiveOf, type ArchivedFile, filesOf, partOver, storedIn } from './archive.ts'
import { countBringable, findHeld, findWanted, type Told, type Wanted } from './wanted.queries.ts'

const question = z.object({
  sn: fieldRules.serialNumber(),
  have: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/))),
})
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
 * Where it says what it has (`have`, the hash of that), it gets what differs, if the platform knows that still.
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
    if (wanted.isHeld) return refuse(reply.header('retry-after', heldSeconds), 503)
    const found = await archived(platform, wanted, asked.data.have).catch((error: unknown) => {
      if (error instanceof FormatFault) return error
      throw error
    })
    if (found instanceof FormatFault) {
      // It is told again: the operator may set the plug-in right meanwhile. What the plug-in said of it may
      // name values, which no log holds.
      platform.log.error({ package: wanted.package, fault: found.kind }, 'a plug-in wrote no file')
      return refuse(reply.header('retry-after', heldSeconds), 503)
    }
    if (!found) return refuse(reply, 404)
    return reply
      .header('cache-control', 'no-store')
      .header('content-type', 'application/zip')
      .header('content-length', found.size)
      .header('etag', found.etag)
      .send(found.archive)
  })
}

/** Null: a file that is a value may not be brought there, or is lost. */
async function archived(platform: Platform, wanted: Wanted, have: string | undefined) {
  const { deviceId, sealedSecret, package: named, revision } = wanted
  const hash = wanted.hash.toString('hex')
  const content =
    wanted.code === null
      ? await differing(platform, { wanted, have })
      : await documentOf(platform, wanted.code, wanted)
  const secret = openSecret(platform.secrets, deviceId, sealedSecret)
  if (!(await hasAll(platform, wanted, content.files))) return null
  const read = async (sha256: Buffer) => buffer(await contentsOf(platform).open(sha256))
  const made = archiveOf({ ...content, package: named, revision, hash, secret, read })
  return { ...made, etag: `"${hash}${have === undefined ? '' : `-${have}`}"` }
}

/** Whether all stored files are there, and are held by who speaks of the terminal. */
async function hasAll(
  platform: Platform,
  wanted: Wanted,
  files: readonly ArchivedFile[],
): Promise<boolean> {
  const sums = new Set(files.flatMap((file) => storedIn(file)?.sha256 ?? []))
  if (sums.size === 0) return true
  if ((await countBringable(platform.db, wanted, [...sums])) < sums.size) return false
  const store = contentsOf(platform)
  const found = await Promise.all([...sums].map((sum) => store.has(Buffer.from(sum, 'hex'))))
  return found.every(Boolean)
}

interface Asked {
  readonly wanted: Wanted
  readonly have: string | undefined
}

/** All values, or what differs from those that the terminal has. */
async function differing(platform: Platform, { wanted, have }: Asked) {
  const made = await valuesOf(platform, wanted)
  const before = have === undefined ? null : await findHeld(platform.db, wanted, have)
  if (!before || have === undefined) return made
  const had = await valuesOf(platform, before).catch((error: unknown) => {
    if (error instanceof FormatFault) return null
    throw error
  })
  // What was forgotten, or cannot be opened or written any more, is no base.
  return had && hashOf(had.values).toString('hex') === have ? partOver(made, had, have) : made
}

async function valuesOf(platform: Platform, wanted: Told) {
  const { db, secrets } = platform
  const { deviceId, appId, setId } = wanted
  const secret = wanted.sealedVariables
    ? texts.parse(
        JSON.parse(secrets.open(wanted.sealedVariables, sealedFor(deviceId, appId)).toString()),
      )
    : {}
  const written = await readSet({ db, secrets }, setId)
  const template = frozenTemplate().parse(wanted.content)
  const form = formOf(template)
  const plain = texts.parse(wanted.variables ?? {})
  const { values } = fill(written, { plain, secret }, form)
  const isSecret =
    wanted.sealedVariables !== null ||
    written.some(({ pid, isSecret: own }) => own || form.fields.get(pid)?.secret === true)
  const files = filesOf(template, values, await pluginBytes(platform, { template, values }))
  return { files, values, isSecret }
}

/** A document is one value by the name of its code, and one file. */
async function documentOf(store: Platform, code: string, { documentIds }: Wanted) {
  const { text, isSecret } = await readMerged(store, documentIds)
  const file = { name: `${code}.json`, encoding: 'UTF-8', text } as const
  return { files: [file], values: { [code]: text }, isSecret }
}
