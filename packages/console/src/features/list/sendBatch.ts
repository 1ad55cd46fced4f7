import { type BatchReply, codes } from '@muster/contract'
import type { CallError } from '../../kit/callError.ts'
import type { Batch } from '../../kit/list/recordCalls.ts'
import type { Send } from '../../kit/list/useAction.ts'

/** The call of a batch: about one record by its own call, about some by the batch's. */
export function sendBatch({ of, kind, what }: Batch, send: Send): Promise<BatchReply> {
  const status = kind === 'enable' ? '1' : '0'
  if ('id' in what) {
    const params = { id: what.id }
    if (kind === 'remove') return send(of.remove, { params })
    if (kind === 'revert') return send(of.revert, { params })
    if (kind === 'destroy') return send(of.destroy, { params })
    return send(of.setStatus, { params: { ...params, status } })
  }
  if (kind === 'remove') return send(of.removeMany, { body: what })
  if (kind === 'revert') return send(of.revertMany, { body: what })
  if (kind === 'destroy') return send(of.destroyMany, { body: what })
  return send(of.setStatusMany, { params: { status }, body: what })
}

/** How many records match by now, where a refusal says so. */
export function countIn({ code, data }: CallError): number | null {
  const isSaid = code === codes.countChanged && typeof data === 'object' && data && 'count' in data
  return isSaid ? Number(data.count) : null
}
