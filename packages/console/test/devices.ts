import type { Device, TaskItem } from '@muster/contract'

const at = '2026-01-01T00:00:00.000Z'
const idOf = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`

const record = { status: 1, version: 1, createdAt: at, updatedAt: at, updatedBy: null } as const

const noPapers = {
  imei: null,
  imei2: null,
  mac: null,
  iccid: null,
  iccid2: null,
  batchNo: null,
  purchaseOrder: null,
  warrantyStart: null,
  warrantyMonths: null,
} as const

/** An active terminal that is online; `change` makes it another. */
export const deviceOf = (n: number, change: Partial<Device> = {}): Device => ({
  ...record,
  id: idOf(n),
  sn: `TEST-${String(n).padStart(4, '0')}`,
  modelId: idOf(900),
  orgId: idOf(901),
  name: `Till ${n}`,
  tid: null,
  mid: null,
  ...noPapers,
  attributes: [],
  remark: null,
  modelName: 'Aurora A8',
  vendorName: 'Aurora',
  orgName: 'Tigris Bank',
  stationId: null,
  stationName: null,
  tags: [],
  fenceState: null,
  fenceSince: null,
  lifecycle: 'ACTIVE',
  presence: 'ONLINE',
  presenceSince: at,
  lockState: 'NONE',
  lockSince: null,
  lastSeenAt: at,
  batteryPercent: 84,
  isCharging: true,
  networkType: '4G',
  signalPercent: 60,
  firmware: 'A8-4.2.1',
  agentVersion: '3.0.73',
  activatedAt: at,
  warrantyEnd: null,
  endOfSupport: null,
  isRegistered: true,
  releasedUntil: null,
  enrolmentRefusedAt: null,
  ...change,
})

/** A reboot that waits in the queue; `change` moves it on. */
export const taskOf = (n: number, change: Partial<TaskItem> = {}): TaskItem => ({
  id: idOf(1000 + n),
  pushId: idOf(2000 + n),
  deviceId: idOf(1),
  cmd: 'REBOOT',
  args: { delay: 0 },
  state: 'QUEUED',
  step: null,
  percent: null,
  code: null,
  message: null,
  result: null,
  attempt: 1,
  createdAt: at,
  createdBy: 'Layla',
  queuedAt: at,
  publishedAt: null,
  deliveredAt: null,
  ackedAt: null,
  endedAt: null,
  provedAt: null,
  file: null,
  expiresAt: '2026-01-01T00:10:00.000Z',
  waitsFor: null,
  waitsReason: null,
  waitsUntil: null,
  staleReports: 0,
  ...change,
})

/** A page that holds all there is. */
export const onePage = <R>(list: R[]) => ({
  list,
  total: list.length,
  pageNum: 1,
  pageSize: 20,
})
