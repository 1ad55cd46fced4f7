import type { OwnTask } from '@muster/contract'

/** Background work that has ended well. */
export const asyncTask = (id: string, change: Partial<OwnTask> = {}): OwnTask => ({
  id,
  taskNo: id,
  type: 'IMPORT',
  title: 'vendors.csv',
  orgName: 'Platform',
  createdBy: 'admin',
  state: 'SUCCESS',
  total: 3,
  done: 3,
  failed: 0,
  message: null,
  fileId: null,
  node: null,
  attempts: 1,
  etaSeconds: null,
  durationSeconds: 1,
  pinned: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  startedAt: null,
  endedAt: null,
  reversible: 0,
  awaits: null,
  ...change,
})
