import * as z from 'zod/mini'
import { type Call, callWith } from './call.ts'
import { id } from './fields.ts'
import { once } from './once.ts'

/** How many records a call may name one by one. */
export const mostNamed = 1000

/**
 * The records that a batch call changes:
 * - `ids`: these, all or none;
 * - `rows`: those of these that nobody has changed since they had that version (an undo);
 * - `matching`: what a list shows under this query. `count` is how many the caller saw: when it
 *   shows more or fewer by now, nothing happens and the answer says how many.
 */
export type BatchInput =
  | { ids: string[] }
  | { rows: { id: string; version: number }[] }
  | { matching: Record<string, unknown>; count: number }

/** What a handler of a batch call gets: the server has named the records by then. */
export interface BatchIds {
  ids: string[]
}

/** The body of a batch call over a list that may be filtered by `filter`. */
export const batchBody = (filter: z.ZodMiniObject): z.ZodMiniType<BatchIds, BatchInput> =>
  // The handler's type names the ids only: the server's kit/batch puts them in place of the other ways, and
  // refuses a body that names none or two.
  z.strictObject(waysOf(filter)) as unknown as z.ZodMiniType<BatchIds, BatchInput>

/** {@link batchBody} of a call that takes `more` beside the records. */
export const batchBodyWith = <M extends z.core.$ZodShape>(filter: z.ZodMiniObject, more: M) =>
  z.strictObject({ ...waysOf(filter), ...more }) as unknown as z.ZodMiniType<
    BatchIds & z.output<z.ZodMiniObject<M>>,
    BatchInput & z.input<z.ZodMiniObject<M>>
  >

function waysOf(filter: z.ZodMiniObject) {
  const some = [z.minLength(1), z.maxLength(mostNamed)] as const
  return {
    ids: z.optional(z.array(id()).check(...some)),
    rows: z.optional(z.array(z.strictObject({ id: id(), version: z.int() })).check(...some)),
    matching: z.optional(
      z.strictObject({ keyword: z.optional(z.string().check(z.maxLength(128))), ...filter.shape }),
    ),
    count: z.optional(z.int().check(z.minimum(0))),
  }
}

/** Members that a record may be called by, the telling ones first; a terminal is its serial number. */
const names = [
  'ticketNo',
  'sn',
  'name',
  'userName',
  'taskNo',
  'applyNo',
  'certNo',
  'title',
  'label',
  'key',
  'value',
  'code',
] as const

/** What people call a record: never its id, which tells them nothing. */
export function recordName(row: object): string {
  const said = new Map<string, unknown>(Object.entries(row))
  const named = names.find((member) => typeof said.get(member) === 'string' && said.get(member))
  return named ? String(said.get(named)) : ''
}

/** What waits for a second person: a push, and what it is of. */
export const awaited = once(() => z.object({ pushId: id(), kind: z.string() }))
export type Awaited = z.output<ReturnType<typeof awaited>>

/** What became of a batch. A call about one record answers `count` and `rows`. */
export const batchReply = once(() =>
  z.object({
    count: z.int(),
    /** What was changed, as it is since: for an undo. Missing where there were too many to name. */
    rows: z.optional(z.array(z.object({ id: id(), version: z.int(), name: z.string() }))),
    /** Records that a rule kept as they are, and why. */
    refused: z.optional(z.array(z.object({ id: id(), name: z.string(), reason: z.string() }))),
    /** The background task that does it, where there were too many to wait for. */
    taskId: z.optional(id()),
    /** What was given leaves when a second person has let it go. */
    awaits: z.optional(awaited()),
  }),
)
export type BatchReply = z.output<ReturnType<typeof batchReply>>

/** The same call, which changes records that `list` shows. */
export const acting = <C extends Call>(list: Call, call: C): C => callWith(call, { actsOn: list })
