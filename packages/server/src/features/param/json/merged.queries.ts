import {
  type HeldDocument,
  jsonLevels,
  type MergedDocument,
  paramDeliveryStates,
  writeJson,
} from '@muster/contract'
import { sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { readMerged } from './documentSets.ts'
import { mayRead } from './draft.ts'
import type { Layer } from './layers.queries.ts'
import { mergeAll, membersOf } from './merge.rules.ts'
import { waitsFor } from '../resolve/waits.queries.ts'

const mine = organizationsBy('d.orgId')

interface Source {
  readonly revId: number
  readonly name: string
  readonly level: string
  readonly targetName: string
  readonly isMine: boolean
}

/** What a terminal gets of the documents of a code, and where each member of it comes from. */
export async function mergedFor(
  ctx: Context,
  { deviceId, sn, code }: { readonly deviceId: string; readonly sn: string; readonly code: string },
): Promise<MergedDocument> {
  const { db, platform, principal } = ctx
  const { rows } =
    // By their ids: nobody knows how few layers there are, and all documents would be read.
    await sql<Source>`with said as materialized (select said.rev_id, said.document_id, said.place
      from json_document_layers(array[${deviceId}]::uuid[]) said
        join json_code on json_code.id = said.code_id and json_code.code = ${code})
    select said.rev_id, d.name, d.level, d.target_name, ${mine.rows(principal)} as is_mine
    from said join json_document_row d on d.id = said.document_id
    where d.id = any(array(select document_id from said))
    order by said.place`.execute(db)
  if (rows.length === 0) return { sn, document: null, layers: [], members: [] }
  const ids = rows.map(({ revId }) => revId)
  const { layers } = await readMerged({ db, secrets: platform.secrets }, ids)
  const named = new Map(rows.map((row) => [row.revId, row]))
  const texts = layers.map(({ text }) => ({ text: text ?? '{}' }))
  const isHis = (layer: Layer) => named.get(layer.revId)?.isMine === true && mayRead(ctx, layer)
  const isShown = layers.every((layer) => !layer.encrypt || isHis(layer))
  return {
    sn,
    document: isShown ? writeJson(mergeAll(texts), true) : null,
    layers: layers.map(({ revId, documentId, revision, mergeMode }) => {
      const row = named.get(revId)
      const isMine = row?.isMine === true
      return {
        id: isMine ? documentId : null,
        name: isMine ? row.name : null,
        level: jsonLevels.find((level) => level === row?.level) ?? 'ORG',
        targetName: isMine ? row.targetName : null,
        revision,
        mergeMode,
      }
    }),
    members: membersOf(texts),
  }
}

/** How far a terminal is with the documents that are for it. */
export async function heldDocumentsOf({ db }: Context, deviceId: string): Promise<HeldDocument[]> {
  const { rows } = await sql<Omit<HeldDocument, 'state'> & { state: string }>`select
      json_code.id as subject_id, json_code.code, held.state, ${waitsFor} as waits_for,
      held.revision, held.since, held.unresolved as faults,
      applied.hash = held.hash as is_proved, applied.reported_at as proved_at
    from param_desired held join json_code on json_code.id = held.app_id
      left join param_applied applied on applied.device_id = held.device_id and applied.package = 'json:' || json_code.code
    where held.device_id = ${deviceId} and held.until is null order by json_code.code`.execute(db)
  return rows.map((row) => ({
    ...row,
    state: paramDeliveryStates.find((state) => state === row.state) ?? 'PENDING',
  }))
}
