import {
  commandSchemas,
  deviceLife,
  type InputOf,
  longestLockText,
  moveKeeps,
} from '@muster/contract'
import * as z from 'zod/mini'
import type { Values } from '../../../ui/form/formRules.ts'
import type { Schema } from '../../../ui/form/schema.ts'
import type { LifeAct } from './lifeActs.ts'

const words = z.optional(z.string().check(z.maxLength(255)))

/** A loss as its form has it: what the lock shows stands beside whether there is one. */
const lossForm = z
  .strictObject({
    ...z.omit(deviceLife.lost.schemas.body, { lock: true }).shape,
    isLocked: z._default(z.boolean(), false),
    text: z._default(z.string().check(z.trim(), z.maxLength(longestLockText)), ''),
    phone: commandSchemas.LOCK.shape.phone,
  })
  .check(z.refine(({ isLocked, text: shown }) => !isLocked || shown !== '', { path: ['text'] }))

/** The loss as its call takes it. */
export function lossOf(values: Values): InputOf<typeof deviceLife.lost>['body'] {
  const { reason, isLocked, ...lock } = lossForm.parse(values)
  return { reason, ...(isLocked ? { lock } : {}) }
}

/** What each act asks for, as its call takes it. */
export const bodies = {
  SUSPEND: deviceLife.suspend.schemas.body,
  RESUME: deviceLife.resume.schemas.body,
  MOVE: z.extend(deviceLife.move.schemas.body, { keep: z.enum(moveKeeps) }),
  LOSE: lossForm,
  FIND: deviceLife.found.schemas.body,
  REPAIR: deviceLife.repair.schemas.body,
  RETURN: deviceLife.repaired.schemas.body,
  SWAP: deviceLife.swap.schemas.body,
  SCRAP: deviceLife.scrap.schemas.body,
  TAG: z.strictObject({ add: words, remove: words }),
} as const satisfies Readonly<Record<LifeAct, Schema>>

const split = (text: string | undefined): string[] =>
  [...new Set((text ?? '').split(/[,،;؛\n]/).map((word) => word.trim()))].filter(Boolean)

/** The words that were written, one between commas. */
export function wordsOf(values: Values): { readonly add: string[]; readonly remove: string[] } {
  const { add, remove } = bodies.TAG.parse(values)
  return { add: split(add), remove: split(remove) }
}
