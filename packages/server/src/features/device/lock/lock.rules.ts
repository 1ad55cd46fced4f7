import { deviceMessages } from '@muster/contract'
import type { LockReport } from './lock.queries.ts'

const said = deviceMessages.upMessages.info.body

interface Report {
  readonly deviceId: string
  readonly kind: string
  readonly document: unknown
}

/** What terminals say in U-INFO of being locked; those that say nothing of it are left out. */
export const locksIn = (reports: readonly Report[]): LockReport[] =>
  reports.flatMap(({ deviceId, kind, document }) => {
    const isLocked = kind === 'info' ? said.safeParse(document).data?.isLocked : undefined
    return isLocked === undefined ? [] : [{ deviceId, isLocked }]
  })
