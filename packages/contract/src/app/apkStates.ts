/**
 * How far a version of an application has come. CHECK_FAILED: something is wrong with its file;
 * GREY: some terminals are offered it; GREY_PAUSED: none is offered it further; SUPERSEDED: another has
 * come online in its place. Nothing fails in SIGNING: a version keeps the signature that it came with, and
 * is judged by it before anybody reviews it.
 */
export const apkStates = [
  'DRAFT',
  'CHECK_FAILED',
  'READY',
  'SUBMITTED',
  'IN_REVIEW',
  'CHANGES_REQUESTED',
  'REJECTED',
  'APPROVED',
  'SIGNING',
  'SIGNED',
  'GREY',
  'GREY_PAUSED',
  'ONLINE',
  'SUPERSEDED',
  'OFFLINE',
] as const
export type ApkState = (typeof apkStates)[number]

interface Move {
  readonly from: readonly ApkState[]
  readonly to: ApkState
}

/** Everything that brings a version from one state to another: by people, or by what they did. */
export const apkMoves = {
  fail: { from: ['DRAFT'], to: 'CHECK_FAILED' },
  pass: { from: ['DRAFT'], to: 'READY' },
  reopen: { from: ['CHECK_FAILED', 'READY', 'CHANGES_REQUESTED'], to: 'DRAFT' },
  submit: { from: ['READY'], to: 'SUBMITTED' },
  withdraw: { from: ['SUBMITTED'], to: 'READY' },
  start: { from: ['SUBMITTED'], to: 'IN_REVIEW' },
  requestChanges: { from: ['IN_REVIEW'], to: 'CHANGES_REQUESTED' },
  reject: { from: ['IN_REVIEW'], to: 'REJECTED' },
  approve: { from: ['IN_REVIEW'], to: 'APPROVED' },
  sign: { from: ['APPROVED'], to: 'SIGNING' },
  signed: { from: ['SIGNING'], to: 'SIGNED' },
  grey: { from: ['SIGNED'], to: 'GREY' },
  pauseGrey: { from: ['GREY'], to: 'GREY_PAUSED' },
  resumeGrey: { from: ['GREY_PAUSED'], to: 'GREY' },
  /** No release brings it any more: it waits for its publication again. */
  endGrey: { from: ['GREY', 'GREY_PAUSED'], to: 'SIGNED' },
  publish: { from: ['SIGNED', 'GREY', 'GREY_PAUSED', 'OFFLINE'], to: 'ONLINE' },
  supersede: { from: ['ONLINE'], to: 'SUPERSEDED' },
  takeOffline: { from: ['ONLINE', 'GREY', 'GREY_PAUSED'], to: 'OFFLINE' },
} as const satisfies Readonly<Record<string, Move>>
export type ApkMove = keyof typeof apkMoves

/** Whether a version in this state may be moved so. */
export function mayMoveApk(state: ApkState, move: ApkMove): boolean {
  const { from }: Move = apkMoves[move]
  return from.includes(state)
}

/** Those that are being made or judged: an application has one such version at a time. */
export const pendingApkStates = [
  'DRAFT',
  'CHECK_FAILED',
  'READY',
  'SUBMITTED',
  'IN_REVIEW',
  'CHANGES_REQUESTED',
] as const satisfies readonly ApkState[]

/** Those whose form may be written: nobody judges them now. */
export const editableApkStates = [
  'DRAFT',
  'CHECK_FAILED',
  'READY',
  'CHANGES_REQUESTED',
] as const satisfies readonly ApkState[]

/** Those that wait for a decision, or about which somebody decides now. */
export const reviewedApkStates = ['SUBMITTED', 'IN_REVIEW'] as const satisfies readonly ApkState[]

/** States in which terminals may fetch what somebody wanted of them: not after it was taken offline. */
export const fetchedApkStates = [
  'GREY',
  'GREY_PAUSED',
  'ONLINE',
  'SUPERSEDED',
] as const satisfies readonly ApkState[]

/** Those that terminals are offered; none of them goes to the recycle bin. */
export const offeredApkStates = [
  'GREY',
  'GREY_PAUSED',
  'ONLINE',
] as const satisfies readonly ApkState[]
