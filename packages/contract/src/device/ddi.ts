import * as z from 'zod/mini'
import { defaultTenant } from '../core/deviceMessage.ts'
import { once } from '../core/once.ts'

/**
 * Below it, by their serial numbers, ask terminals that speak hawkBit's Direct Device Integration
 * API; docs/device-protocol.md says what they are answered.
 */
export const ddiPath = `/${defaultTenant}/controller/v1`

/** How far a client says that it is with what it was given. */
export const ddiExecutions = [
  'scheduled',
  'proceeding',
  'resumed',
  'download',
  'downloaded',
  'rejected',
  'canceled',
  'closed',
] as const
export type DdiExecution = (typeof ddiExecutions)[number]

const whole = () => z.int().check(z.minimum(0), z.maximum(2_147_483_647))
const word = (longest: number) => z.string().check(z.maxLength(longest))

const result = once(() =>
  z.object({
    finished: z._default(z.enum(['success', 'failure', 'none']), 'none'),
    progress: z.nullish(z.object({ cnt: z.nullish(whole()), of: z.nullish(whole()) })),
  }),
)

/** Body of `POST …/deploymentBase/{action}/feedback` and of `POST …/cancelAction/{action}/feedback`. */
export const ddiFeedback = once(() =>
  z.object({
    status: z.object({
      execution: z.enum(ddiExecutions),
      result: z._default(result(), { finished: 'none' }),
      code: z.nullish(z.int()),
      details: z.nullish(z.array(word(65_536)).check(z.maxLength(500))),
    }),
  }),
)
export type DdiStatus = z.output<ReturnType<typeof ddiFeedback>>['status']

/** Attributes of one terminal, at most. */
export const mostAttributes = 100

/** What a terminal says of itself, by names of its own. */
export const attributes = () =>
  z
    .record(z.string().check(z.minLength(1), z.maxLength(128)), word(256))
    .check(z.refine((told) => Object.keys(told).length <= mostAttributes))

/** Body of `PUT …/configData`. */
export const ddiConfigData = once(() =>
  z.object({
    data: attributes(),
    /** What becomes of attributes that were told before. */
    mode: z.nullish(z.enum(['merge', 'replace', 'remove'])),
  }),
)
