import { deviceMessages } from '@muster/contract'
import type { SnapshotRow } from './sortBatch.rules.ts'

const said = deviceMessages.upMessages.info.body

/** What terminals say they can do, of those that say it. */
export const capabilitiesIn = (reports: readonly SnapshotRow[]) =>
  reports.flatMap(({ deviceId, kind, document }) => {
    const { capabilities } = (kind === 'info' && said.safeParse(document).data) || {}
    return capabilities ? [{ deviceId, capabilities }] : []
  })
