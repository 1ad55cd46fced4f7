import * as z from 'zod/mini'
import { type Call, type CallGroup, del, get, post } from './call.ts'
import { once } from './once.ts'

type Shape = z.core.$ZodShape

/**
 * A group of values that are read, saved and put back together (spec section 7: password policy,
 * remote control). Every member has its default in the schema, so that `schema.parse({})` is what
 * an installation begins with and what a reset leads back to. `version` says how often it was saved, 0
 * where it has its defaults; a save names the one it was read at.
 *
 * @param base path that the calls share, e.g. `/admin/system/v1/pwd`
 * @param code permission of all three calls
 */
export function setting<S extends Shape>(
  base: string,
  code: string,
  schema: () => z.ZodMiniObject<S>,
) {
  const value = once(() => ({ ...schema().shape, version: z.int() }))
  const reply = once(() => z.object(value()))
  return {
    get: get(base, code, () => ({ reply: reply() })),
    save: post(`${base}/save`, code, () => ({ body: z.strictObject(value()), reply: reply() })),
    reset: del(`${base}/reset`, code, () => ({ reply: reply() })),
  } as const satisfies CallGroup
}

/** Any group that has these three calls, over values `V`. */
export interface SettingCalls<V = unknown> {
  readonly get: Call
  readonly save: Call<{ readonly body: z.ZodMiniType<V>; readonly reply: z.ZodMiniType }>
  readonly reset: Call
}

/** The values of a setting. */
export type SettingValue<G extends SettingCalls> = Omit<
  z.output<G['save']['schemas']['body']>,
  'version'
>
