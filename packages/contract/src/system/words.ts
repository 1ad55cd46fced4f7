import * as z from 'zod/mini'
import { get } from '../core/call.ts'
import { once } from '../core/once.ts'

/** Colours of an item's tag; each is readable in every theme. */
export const tagColours = ['good', 'bad', 'waiting', 'neutral'] as const

const choice = once(() =>
  z.object({
    value: z.string(),
    /** In the caller's language. */
    label: z.string(),
    colour: z.nullable(z.enum(tagColours)),
    isDefault: z.boolean(),
    isEnabled: z.boolean(),
    extra: z.nullable(z.record(z.string(), z.unknown())),
  }),
)
export type DictionaryChoice = z.output<ReturnType<typeof choice>>

/** The path that the calls of dictionaries and their items share. */
export const dictionariesPath = '/admin/system/v1/dictionary'

/** What every list and form asks, apart from the keeping of dictionaries, which few screens load. */
export const words = {
  /** What a form offers of an enabled dictionary, in its order; `all`: the disabled items, too. */
  choices: get(`${dictionariesPath}/code/{code}`, 'signedIn', () => ({
    params: z.strictObject({ code: z.string().check(z.maxLength(64)) }),
    query: z.strictObject({ all: z.optional(z.literal('1')) }),
    reply: z.array(choice()),
  })),
}
