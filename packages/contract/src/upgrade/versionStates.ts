/**
 * How far a version for upgrades has come. CHECKING: its file is read; PENDING: it waits for a second
 * person; SUSPENDED: nobody is given it anew, and who was given it goes on.
 */
export const versionStates = [
  'DRAFT',
  'CHECKING',
  'PENDING',
  'REJECTED',
  'APPROVED',
  'ONLINE',
  'SUSPENDED',
  'OFFLINE',
] as const
export type VersionState = (typeof versionStates)[number]

interface Move {
  readonly from: readonly VersionState[]
  readonly to: VersionState
}

/** Everything that brings a version from one state to another: by people, or by the check of its file. */
export const versionMoves = {
  submit: { from: ['DRAFT'], to: 'CHECKING' },
  pass: { from: ['CHECKING'], to: 'PENDING' },
  fail: { from: ['CHECKING'], to: 'DRAFT' },
  withdraw: { from: ['CHECKING', 'PENDING'], to: 'DRAFT' },
  approve: { from: ['PENDING'], to: 'APPROVED' },
  reject: { from: ['PENDING'], to: 'REJECTED' },
  putOnline: { from: ['APPROVED', 'SUSPENDED'], to: 'ONLINE' },
  suspend: { from: ['ONLINE'], to: 'SUSPENDED' },
  takeOffline: { from: ['APPROVED', 'ONLINE', 'SUSPENDED'], to: 'OFFLINE' },
  /** It proved harmful: it comes back never more. */
  recall: { from: ['ONLINE', 'SUSPENDED', 'OFFLINE'], to: 'OFFLINE' },
} as const satisfies Readonly<Record<string, Move>>
export type VersionMove = keyof typeof versionMoves

/** Whether a version in this state may be moved so. */
export function mayMoveVersion(state: VersionState, move: VersionMove): boolean {
  const { from }: Move = versionMoves[move]
  return from.includes(state)
}

/** Those whose form may be written: nobody judges them, and nobody has let them go. */
export const editableVersionStates = [
  'DRAFT',
  'REJECTED',
] as const satisfies readonly VersionState[]

/** States in which terminals may fetch what they were given. */
export const fetchedVersionStates = [
  'ONLINE',
  'SUSPENDED',
] as const satisfies readonly VersionState[]
