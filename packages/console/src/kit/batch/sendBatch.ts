import type { BatchReply } from '@muster/contract'
import type { Batch } from './recordCalls.ts'
import type { Send } from '../useAction.ts'

/** The call of a batch: about one record by its own call, about some by the batch's. */
export function sendBatch(batch: Batch, send: Send): Promise<BatchReply> {
  const { what } = batch
  const one = 'id' in what ? { params: { id: what.id } } : null
  const many = { body: 'id' in what ? { ids: [what.id] } : what }
  if (batch.kind === 'destroy')
    return one && 'destroy' in batch.of
      ? send(batch.of.destroy, one)
      : send(batch.of.destroyMany, many)
  const { of, kind } = batch
  if (kind === 'remove') return one ? send(of.remove, one) : send(of.removeMany, many)
  if (kind === 'revert') return one ? send(of.revert, one) : send(of.revertMany, many)
  const status = kind === 'enable' ? '1' : '0'
  return one
    ? send(of.setStatus, { params: { ...one.params, status } })
    : send(of.setStatusMany, { params: { status }, ...many })
}
