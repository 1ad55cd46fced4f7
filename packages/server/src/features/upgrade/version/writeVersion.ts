import {
  editableVersionStates,
  type ParsedOf,
  type upgradeVersions,
  versionStates,
} from '@muster/contract'
import * as z from 'zod/mini'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { holdFile } from '../../file/upload/index.ts'
import { heldBy } from './heldBy.ts'
import { lockVersion, wrongState } from './move.ts'
import { noteStep } from './trail.ts'
import { requireModels, storedVersions } from './versionBin.ts'

type NewVersion = ParsedOf<typeof upgradeVersions.add>['body']
type ChangedVersion = ParsedOf<typeof upgradeVersions.update>['body']

const stateOf = z.enum(versionStates)

/** How a version is answered once it is written. */
type Show<T> = (ctx: Context, id: string) => Promise<T>

/** Makes a version of a stored file; whether the file is in order is found out when it is handed in. */
export async function addVersion<T>(ctx: Context, body: NewVersion, show: Show<T>): Promise<T> {
  await requireModels(ctx, body)
  const made = await storedVersions.add(ctx, valuesOf(body))
  await hold(ctx, made)
  await noteStep(ctx, { id: made.id, before: null, after: 'DRAFT', by: ctx.principal.userId })
  return show(ctx, made.id)
}

/** Writes a version anew that nobody judges now; what was rejected is a draft again. */
export async function updateVersion<T>(
  ctx: Context,
  { id, version, ...body }: ChangedVersion,
  show: Show<T>,
): Promise<T> {
  const { state } = await lockVersion(ctx, id)
  if (!editableVersionStates.some((one) => one === state)) throw wrongState(state)
  await requireModels(ctx, body)
  const before = await storedVersions.find(ctx, id)
  const isOtherFile = before.fileId !== body.fileId
  const tested = isOtherFile ? { labTestedAt: null, labTestedBy: null, labEvidence: null } : {}
  const made = await storedVersions.update(ctx, {
    ...valuesOf(body),
    ...tested,
    state: 'DRAFT',
    problems: '[]',
    signer: null,
    id,
    version,
  })
  if (isOtherFile) await hold(ctx, made)
  const by = ctx.principal.userId
  await noteStep(ctx, { id, before: stateOf.parse(before.state), after: 'DRAFT', by })
  return show(ctx, id)
}

const hold = (
  ctx: Context,
  { id, fileId, name, versionName }: Record<'id' | 'fileId' | 'name' | 'versionName', string>,
) =>
  holdFile(
    ctx,
    { usedBy: heldBy, usedId: id, name: `${name} ${versionName}` },
    { field: 'fileId', id: fileId, type: 'firmware' },
  )

function valuesOf({ needs, isDiff, fromVersions, ...others }: NewVersion) {
  if (isDiff && fromVersions.length === 0) throw fieldRefusal('fromVersions', 'rule.required')
  if (fromVersions.includes(others.versionName))
    throw fieldRefusal('fromVersions', 'upgradeVersion.fromItself')
  // A whole one is put upon anything.
  const from = isDiff ? fromVersions : []
  return { ...others, isDiff, fromVersions: from, needs: JSON.stringify(needs) }
}
