import * as z from 'zod/mini'
import { type Call, post } from '../core/call.ts'
import { exportOf } from '../core/exportCall.ts'
import * as f from '../core/fields.ts'
import { devices } from '../device/device.ts'
import { actionLog } from './actionLog.ts'

/** What an auditor asks for: the list of terminals, and the action log of a span with its proof. */
export const auditPack = {
  /** Makes it in the background; it lies among the caller's files then. */
  make: post('/admin/log/v1/audit/pack', 'LOG_VERIFY', () => ({
    body: z.strictObject({
      from: f.moment(),
      to: f.moment(),
      timeZone: z._default(z.string().check(z.maxLength(64)), 'UTC'),
      format: z._default(z.literal('zip'), 'zip'),
    }),
    reply: z.object({ taskId: f.id(), fileId: f.id() }),
  })),
}

/** What one must be allowed for it: to prove the log, to read its entries whole, and to take both lists away. */
export const auditRights = (): readonly Call[] => [
  auditPack.make,
  actionLog.detail,
  exportOf(actionLog.page),
  exportOf(devices.page),
]
