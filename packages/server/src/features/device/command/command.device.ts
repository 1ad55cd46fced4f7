import type pg from 'pg'
import {
  againAfter,
  type ItemProgress,
  judgeReport,
  retrySeconds,
  type TaskReport,
} from './command.rules.ts'
import {
  findSeen,
  insertReports,
  type ItemChange,
  type ItemRow,
  lockItems,
  type RecordedReport,
  saveItems,
} from './report.queries.ts'

/** An answer of a terminal to a command, as it arrived. */
export interface ArrivedReport extends TaskReport {
  readonly arrivalId: string
  readonly deviceId: string
  readonly itemId: string
  readonly reportedAt: number
  readonly receivedAt: number
}

/** A command whose record changed. */
export interface ChangedItem {
  readonly id: string
  readonly deviceId: string
  readonly orgId: string
  readonly pushId: string
  readonly pushOrgId: string | null
}

/** Late and repeated answers that are kept one by one; more of the same item are only counted. */
const maxKeptStale = 100

/** Records the answers of a batch and moves their items on, each as its rules allow. */
export async function applyReports(
  client: pg.ClientBase,
  arrived: readonly ArrivedReport[],
): Promise<ItemChange[]> {
  const items = await lockItems(client, [...new Set(arrived.map(({ itemId }) => itemId))])
  const byId = new Map(items.map((item) => [item.id, item]))
  // A terminal speaks of its own commands only.
  const own = arrived.filter(({ itemId, deviceId }) => byId.get(itemId)?.deviceId === deviceId)
  if (own.length === 0) return []
  const seen = await findSeen(client, own)
  const judged = judgeAll(byId, own, {
    arrivals: new Set(seen.map(({ id }) => id)),
    messages: new Set(seen.map(({ itemId, messageId }) => `${itemId} ${messageId}`)),
  })
  const kept = judged.reports.filter(({ kept }) => kept).map(({ report }) => report)
  if (kept.length > 0) await insertReports(client, kept)
  const changes = [...judged.items.values()].map((item) => {
    const from = byId.get(item.id)?.state ?? item.state
    const again = againAfter(item, from)
    return { ...item, ...again, from, againSeconds: again ? retrySeconds(item.attempt) : 0 }
  })
  if (changes.length > 0) await saveItems(client, changes)
  return changes
}

interface Seen {
  readonly arrivals: ReadonlySet<string>
  readonly messages: Set<string>
}

/** Takes the reports one after the other, as they arrived. */
function judgeAll(
  before: ReadonlyMap<string, ItemRow>,
  reports: readonly ArrivedReport[],
  { arrivals, messages }: Seen,
): { items: Map<string, ItemRow>; reports: { report: RecordedReport; kept: boolean }[] } {
  const items = new Map<string, ItemRow>()
  const recorded: { report: RecordedReport; kept: boolean }[] = []
  for (const report of reports) {
    const item = items.get(report.itemId) ?? before.get(report.itemId)
    // An arrival on record is the same batch, stored a second time after a lost answer.
    if (!item || arrivals.has(report.arrivalId)) continue
    const key = `${report.itemId} ${report.messageId}`
    const seen = new Set(messages.has(key) ? [report.messageId] : [])
    const { outcome, item: after } = judgeReport(item, report, {
      seen,
      now: new Date(report.receivedAt),
    })
    messages.add(key)
    items.set(item.id, withProgress(item, after))
    const kept = outcome === 'MOVED' || after.staleReports <= maxKeptStale
    recorded.push({ report: { ...report, id: report.arrivalId, outcome }, kept })
  }
  return { items, reports: recorded }
}

const withProgress = (item: ItemRow, progress: ItemProgress): ItemRow => ({ ...item, ...progress })
