import * as z from 'zod/mini'
import { download, get } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { valuesSheetOf } from '../core/importCall.ts'
import { params, paramsPath } from './assignment.ts'

/**
 * What terminals' own assignments say: a row each terminal, a column each parameter, headed by its PID or
 * `[PID]`. The import names the revision of a template (`within`) that the values are of.
 */
export const paramValueSheet = valuesSheetOf(params, () => z.object({ sn: f.serialNumber() }), {
  key: 'sn',
  columns: { sn: 'variable.sn' },
  isWithin: true,
  open: { heading: /^\[?([A-Za-z0-9_.-]{1,128})\]?$/, hint: 'paramSheet.hint' },
})

/** The cells of such a sheet that are no value. */
export const paramCells = {
  /** Of a secret: there is one. An import leaves it alone. */
  secret: 'set',
  /** The terminal says nothing of it any more, and has what it inherits. */
  inherit: '#inherit',
} as const

/** Which terminals a sheet has: those with an assignment of their own, or all. */
export const sheetDevices = ['ASSIGNED', 'ALL'] as const

/** Values of terminals as a sheet; its import is `paramValueSheet`. */
export const paramValues = {
  export: download(
    get(`${paramsPath}/values/export`, 'PARAM_EXPORT', () => ({
      query: z.strictObject({
        templateRevId: f.id(),
        /** Terminals at and below this organisation. */
        orgId: z.optional(f.id()),
        devices: z._default(z.enum(sheetDevices), 'ASSIGNED'),
        format: z._default(z.enum(['csv', 'xlsx']), 'xlsx'),
      }),
    })),
  ),
}
