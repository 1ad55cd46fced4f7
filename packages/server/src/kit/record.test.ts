import { recyclable } from '@muster/contract'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { lifecycle } from './lifecycle.ts'
import { recycleBin } from './recycleBin.ts'
import { everyone } from '../access/scope.ts'

const fields = { name: z.string(), code: z.string(), warrantyMonths: z.nullable(z.int()) }
const shown = { deviceCount: z.int() }
const options = { search: ['name'], order: ['name'] } as const
const bin = recycleBin('/admin/test/v1/vendor', 'vendor', everyone)

const callsWith = <F extends z.core.$ZodShape, X extends z.core.$ZodShape>(more: F, rows: X) =>
  recyclable('/admin/test/v1/vendor', 'TEST', {
    fields: () => z.object(more),
    filter: () => z.object({}),
    shown: () => rows,
  })

it('serves a form and rows that fit the columns of the table', () => {
  expect(lifecycle(callsWith(fields, shown), bin, options)).toHaveProperty('page')
})

it('does not compile where they name what no column holds', () => {
  const unknown = callsWith({ ...fields, colour: z.string() }, shown)
  const empty = callsWith({ ...fields, name: z.nullable(z.string()) }, shown)
  const other = callsWith({ ...fields, warrantyMonths: z.string() }, shown)
  const unseen = callsWith(fields, { terminals: z.int() })
  const compiled = [
    // @ts-expect-error there is no column `colour`
    lifecycle(unknown, bin, options),
    // @ts-expect-error the column `name` is never null
    lifecycle(empty, bin, options),
    // @ts-expect-error the column `warranty_months` is a number
    lifecycle(other, bin, options),
    // @ts-expect-error the view has no `terminals`
    lifecycle(unseen, bin, options),
    // @ts-expect-error there is no such table
    recycleBin('/admin/test/v1/thing', 'thing', everyone),
  ]
  expect(compiled).toHaveLength(5)
})
