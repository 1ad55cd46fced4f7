import { createHash } from 'node:crypto'

/** What a block of the action log's chain says; its hash covers all of it. */
export interface Block {
  readonly seq: number
  /** ISO 8601. */
  readonly sealedAt: string
  /** Transactions from this one … */
  readonly fromXact: string
  /** … up to this one, which is not in the block. */
  readonly toXact: string
  readonly entries: number
  /** SHA-256 over the entries' hashes. */
  readonly entriesHash: Buffer
  readonly previousHash: Buffer
}

/** What the first block follows. */
export const origin = Buffer.alloc(32)

/** SHA-256 over a block's members, each on a line. */
export function blockHash(block: Block): Buffer {
  const { seq, sealedAt, fromXact, toXact, entries, entriesHash, previousHash } = block
  const lines = [
    'MUSTER-LOG-1',
    seq,
    sealedAt,
    fromXact,
    toXact,
    entries,
    entriesHash.toString('hex'),
    previousHash.toString('hex'),
  ]
  return createHash('sha256').update(lines.join('\n')).digest()
}
