import type { Done } from '../../../platform/brokerLink.ts'
import type { UpMessage } from '../envelope.rules.ts'

/** A piece of a trace as it came. */
export interface Piece {
  readonly deviceId: string
  /** Epoch milliseconds of its arrival. */
  readonly at: number
  readonly chunk: Extract<UpMessage, { kind: 'log' }>['body']
  readonly done: Done
}

/** A piece that was unpacked and found in order. */
export interface ReadPiece extends Piece {
  readonly traceId: string
  /** Packed; empty: it has no lines. */
  readonly data: Buffer
  readonly bytes: number
  readonly lines: number
}
