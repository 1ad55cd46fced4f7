import type { DetailedPush, Push, PushItem } from '@muster/contract'

const at = '2026-01-01T00:00:00.000Z'
const idOf = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`

const counted = {
  size: 10,
  waiting: 2,
  active: 1,
  succeeded: 4,
  failed: 2,
  cancelled: 0,
  leftOut: 1,
  errorPercent: null,
}

const untouched = {
  approvedAt: null,
  approvedBy: null,
  rejectedAt: null,
  rejectedBy: null,
  editedAt: null,
  editedBy: null,
  isEditable: false,
}

/** A task under way; `change` makes it another. */
export const pushOf = (n: number, change: Partial<Push> = {}): Push => ({
  id: idOf(3000 + n),
  taskNo: `TK20260101-000${n}`,
  kind: 'SYNC',
  title: 'Morning look',
  package: null,
  versionName: null,
  orgName: 'Tigris Bank',
  state: 'RUNNING',
  reason: null,
  priority: 5,
  asks: [],
  targetKind: 'groupId',
  targetName: 'Basra',
  named: null,
  isGrowing: false,
  ...counted,
  capped: false,
  startsAt: null,
  cron: null,
  zone: null,
  ratePerMinute: null,
  parentId: null,
  parentNo: null,
  afterPushId: null,
  afterNo: null,
  graceUntil: null,
  expandedAt: at,
  expiresAt: null,
  needsApproval: false,
  ...untouched,
  createdAt: at,
  createdBy: 'Layla',
  createdById: null,
  endedAt: null,
  version: 1,
  ...change,
})

/** The same whole. */
export const detailedPushOf = (n: number, change: Partial<DetailedPush> = {}): DetailedPush => ({
  ...pushOf(n),
  args: { info: true },
  targets: { groupId: idOf(1) },
  meant: null,
  options: { retries: 0, needOnline: false, notify: false },
  ttlSeconds: 86_400,
  counts: [
    { state: 'SUCCESS', step: '', count: 4 },
    { state: 'REFUSED', step: '', count: 2 },
  ],
  policy: null,
  ...change,
})

/** A terminal of a task that waits. */
export const pushItemOf = (n: number, change: Partial<PushItem> = {}): PushItem => ({
  id: idOf(4000 + n),
  pushId: idOf(3001),
  deviceId: idOf(n),
  sn: `TEST-000${n}`,
  deviceName: null,
  orgName: 'Tigris Bank',
  modelName: 'Aurora A8',
  presence: 'ONLINE',
  state: 'QUEUED',
  step: null,
  percent: null,
  code: null,
  message: null,
  attempt: 1,
  waitsFor: null,
  waitsReason: null,
  waitsUntil: null,
  publishedAt: null,
  acceptedAt: null,
  endedAt: null,
  file: null,
  answer: null,
  provedAt: null,
  bytes: null,
  expiresAt: at,
  ...change,
})
