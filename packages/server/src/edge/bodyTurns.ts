import { codes } from '@muster/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../kit/refusal.ts'

/** Parts of files that lie in memory at a time, whoever sends them. */
const mostAtOnce = 16
let taken = 0

/** Lets a large body in, or sends its caller away for some seconds before a byte of it is read. */
export async function takeTurn(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (taken >= mostAtOnce) throw new Refusal(codes.unavailable, 'refusal.unavailable')
  taken += 1
  reply.raw.once('close', () => {
    taken -= 1
  })
}
