import * as z from 'zod/mini'
import { get, type ReplyOf } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'
import { devicesPath } from './device.ts'
import { appSources } from './taskSteps.ts'

const ofDevice = once(() => z.strictObject({ id: f.id() }))

/** What happens to an application on a terminal. */
export const appEventKinds = ['INSTALLED', 'UPDATED', 'DOWNGRADED', 'REMOVED'] as const
export type AppEventKind = (typeof appEventKinds)[number]

const installed = once(() =>
  z.object({
    package: z.string(),
    versionCode: z.int(),
    versionName: z.nullable(z.string()),
    source: z.nullable(z.enum(appSources)),
    /** The first eight bytes of the SHA-256 of its signer's certificate, hexadecimal. */
    signer: z.nullable(z.string()),
    bytes: z.nullable(z.int()),
    isEnabled: z.boolean(),
    firstInstalledAt: z.nullable(f.moment()),
    lastUpdatedAt: z.nullable(f.moment()),
  }),
)

const appEvent = once(() =>
  z.object({
    id: f.id(),
    package: z.string(),
    kind: z.enum(appEventKinds),
    fromCode: z.nullable(z.int()),
    fromName: z.nullable(z.string()),
    toCode: z.nullable(z.int()),
    toName: z.nullable(z.string()),
    at: f.moment(),
  }),
)

/** What a terminal says is installed on it. */
export const deviceApps = {
  apps: get(`${devicesPath}/{id}/apps`, 'DEVICE_DETAIL', () => ({
    params: ofDevice(),
    reply: z.object({
      /** When it said so last; null: never. */
      reportedAt: z.nullable(f.moment()),
      changedAt: z.nullable(f.moment()),
      apps: z.array(installed()),
    }),
  })),
  /** What came, went and changed, the newest first. */
  appEvents: get(`${devicesPath}/{id}/apps/events`, 'DEVICE_DETAIL', () => ({
    params: ofDevice(),
    reply: z.array(appEvent()),
  })),
}
export type InstalledAppRow = ReplyOf<typeof deviceApps.apps>['apps'][number]
export type AppEvent = ReplyOf<typeof deviceApps.appEvents>[number]
