import type { AppEventKind, AppSource } from '@muster/contract'
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

export const sourceText = (source: AppSource | null) => (source ? t(sources[source]) : nothing)
export const eventText = (kind: AppEventKind) => t(events[kind])

/** A version as people read it, with its code where both are known. */
export function versionText(name: string | null, code: number | null): string {
  if (code === null) return nothing
  return name === null ? String(code) : `${name} (${code})`
}
