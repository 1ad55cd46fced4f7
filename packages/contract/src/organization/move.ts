import * as z from 'zod/mini'
import { get } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'
import { organizationSettings } from './config.ts'
import { organizationsPath } from './organization.ts'

/** People whose sight changes, as far as the caller knows of them. */
const people = once(() => z.object({ count: z.int(), names: z.array(z.string()) }))
const settings = once(() => z.object(organizationSettings()))

/** What a move would do, before anybody does it. */
export const organizationMove = {
  preview: get(`${organizationsPath}/move/preview/{id}/{parentId}`, 'ORG_MOVE', () => ({
    params: z.strictObject({ id: f.id(), parentId: f.id() }),
    reply: z.object({
      /** What moves along, the organisation itself included. */
      organizations: z.int(),
      devices: z.int(),
      users: z.int(),
      /** Users who see it now and will not, and the other way round. */
      losing: people(),
      gaining: people(),
      /** Why the move would be refused, as sentences; empty: it would not. */
      refusals: z.array(z.string()),
      /** What holds there now, what would hold, and which of it differs. */
      settings: z.object({ before: settings(), after: settings(), changed: z.array(z.string()) }),
    }),
  })),
}
export type MovePreview = z.output<typeof organizationMove.preview.schemas.reply>
