import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { compiled } from './compiledSchema.rules.ts'

const schema = z.object({
  id: z.string().check(z.minLength(2)),
  at: z._default(z.number(), 7),
  body: z.object({ level: z.optional(z.int()), tags: z.optional(z.array(z.string())) }),
})

const values = fc.oneof(
  fc.anything(),
  fc.record(
    {
      id: fc.oneof(fc.string(), fc.integer()),
      at: fc.oneof(fc.double(), fc.constant(null)),
      body: fc.oneof(
        fc.constant([]),
        fc.record(
          {
            level: fc.oneof(fc.integer(), fc.double()),
            tags: fc.array(fc.string()),
            more: fc.anything(),
          },
          { requiredKeys: [] },
        ),
      ),
    },
    { requiredKeys: [] },
  ),
)

describe('a compiled schema', () => {
  it('answers what the schema answers, and the same faults at the same places', () => {
    const fast = compiled(schema)
    fc.assert(
      fc.property(values, (value) => {
        const [own, other] = [z.safeParse(fast, value), schema.safeParse(value)]
        expect(own.success).toBe(other.success)
        expect(own.data).toEqual(other.data)
        expect(own.error?.issues).toEqual(other.error?.issues)
      }),
    )
  })

  it('leaves out what the schema does not name', () => {
    const value = { id: 'ab', body: { level: 1, more: 2 }, more: 3 }
    expect(z.safeParse(compiled(schema), value).data).toEqual({
      id: 'ab',
      at: 7,
      body: { level: 1 },
    })
  })
})
