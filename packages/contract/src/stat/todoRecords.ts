import * as z from 'zod/mini'
import { get } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'
import { estateFilter } from './estate.ts'
import { type TodoKey, todoKeys } from './figureLists.ts'
import { workbench } from './workbench.ts'

/** So many records of each list are named; the list has the rest. */
export const namedRecords = 3

const key = once(() => z.enum(todoKeys))

/** Names of lines, with commas between. */
const keysText = once(() =>
  z.pipe(
    z.pipe(
      z.string().check(z.maxLength(512)),
      z.transform((text: string): unknown => text.split(',')),
    ),
    z.array(key()).check(z.minLength(1), z.maxLength(todoKeys.length)),
  ),
)

const record = once(() =>
  z.object({
    id: f.id(),
    /** What people know it by, the most telling first. */
    name: z.string(),
    /** What is wrong with it: of an alarm. */
    kind: z.nullable(z.string()),
  }),
)
export type TodoRecord = z.output<ReturnType<typeof record>>

const { todo } = workbench

/** The first records behind what waits for somebody, in the order of their lists. */
export const todoRecords = {
  /** Of these lines; one whose list is not the caller's to open names nobody. */
  first: get(`${todo.path}/records`, todo.permission, () => ({
    query: z.strictObject({ ...estateFilter(), of: keysText() }),
    reply: z.partialRecord(key(), z.array(record())),
  })),
}

/** Lines as the call takes them. */
export const todoKeysText = (keys: readonly TodoKey[]): string => keys.join(',')
