import type { DetailedRepair, Repair } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import { heldFile, holdFiles, storedFile } from '../../file/upload/index.ts'
import { announceRepair, findRepair, lockRepair, noteRepairEvents } from './repair.queries.ts'

/** What photos of tickets are held by. */
const usedBy = 'repair'

type Photo = DetailedRepair['photos'][number]

/** The photos of a ticket, the oldest first. */
export async function photosOf({ db }: Context, id: string): Promise<Photo[]> {
  const { rows } = await sql<Photo>`select upload.id, upload.name, upload.bytes
    from file_reference held join upload on upload.id = held.upload_id
    where held.used_by = ${usedBy} and held.used_id = ${id} order by upload.id`.execute(db)
  return rows
}

interface Ticket {
  readonly id: string
  readonly ticketNo: string
}

/** Makes these files the photos of a ticket; answers how many have come. */
export async function holdPhotos(
  ctx: Context,
  { id, ticketNo }: Ticket,
  photoIds: readonly string[],
): Promise<{ readonly added: number; readonly removed: number }> {
  const before = (await photosOf(ctx, id)).map((photo) => photo.id)
  const added = [...new Set(photoIds)].filter((one) => !before.includes(one))
  for (const file of added) await storedFile(ctx, { field: 'photoIds', id: file, type: 'image' })
  await holdFiles(ctx, { usedBy, usedId: id, name: ticketNo }, photoIds)
  const removed = before.filter((one) => !photoIds.includes(one)).length
  return { added: added.length, removed }
}

/** Photos may be added when a ticket is over, too: that it is mended is often seen only then. */
export async function setPhotos(
  ctx: Context,
  id: string,
  photoIds: readonly string[],
): Promise<Repair> {
  const ticket = await lockRepair(ctx, id)
  const { added, removed } = await holdPhotos(ctx, ticket, photoIds)
  if (added + removed > 0)
    await noteRepairEvents(ctx, id, [{ kind: 'PHOTO', before: `${removed}`, after: `${added}` }])
  ctx.note({ targetIds: [id], about: { ticketNo: ticket.ticketNo }, after: { added, removed } })
  return announceRepair(ctx, id)
}

/** One of them, for whoever sees the ticket. */
export async function photoOf(ctx: Context, id: string, fileId: string) {
  await findRepair(ctx, id)
  if (!(await photosOf(ctx, id)).some((one) => one.id === fileId)) throw notFound()
  return heldFile(ctx.platform, ctx.db, fileId)
}
