import type { AppEventKind, AppPolicy, AppSource, AppStanding } from '@muster/contract'
import { nothing } from '../../../../platform/format.ts'
import { t } from '../../../../platform/texts.ts'

const sources = {
  SYSTEM: 'device.app.source.SYSTEM',
  STORE: 'device.app.source.STORE',
  PUSH: 'device.app.source.PUSH',
  SIDE_LOADED: 'device.app.source.SIDE_LOADED',
} as const satisfies Record<AppSource, string>

const events = {
  INSTALLED: 'device.app.event.INSTALLED',
  UPDATED: 'device.app.event.UPDATED',
  DOWNGRADED: 'device.app.event.DOWNGRADED',
  REMOVED: 'device.app.event.REMOVED',
} as const satisfies Record<AppEventKind, string>

const policies = {
  ALLOWED: 'orgApk.policy.ALLOWED',
  HIDDEN: 'orgApk.policy.HIDDEN',
  MANDATORY: 'orgApk.policy.MANDATORY',
  PROHIBITED: 'orgApk.policy.PROHIBITED',
} as const satisfies Record<AppPolicy, string>

const standings = {
  OK: 'orgApk.standing.OK',
  MISSING: 'orgApk.standing.MISSING',
  OUTDATED: 'orgApk.standing.OUTDATED',
  FORBIDDEN: 'orgApk.standing.FORBIDDEN',
  UNFIT: 'orgApk.standing.UNFIT',
} as const satisfies Record<AppStanding, string>

export const standingTones = {
  OK: 'good',
  MISSING: 'bad',
  OUTDATED: 'waiting',
  FORBIDDEN: 'bad',
  UNFIT: 'neutral',
} as const satisfies Record<AppStanding, string>

export const policyText = (policy: AppPolicy) => t(policies[policy])
export const standingText = (standing: AppStanding) => t(standings[standing])
export const sourceText = (source: AppSource | null) => (source ? t(sources[source]) : nothing)
export const eventText = (kind: AppEventKind) => t(events[kind])

/** A version as people read it, with its code where both are known. */
export function versionText(name: string | null, code: number | null): string {
  if (code === null) return nothing
  return name === null ? String(code) : `${name} (${code})`
}
