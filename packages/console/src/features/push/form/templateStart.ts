import { type InputOf, type TaskTemplate, taskTemplates } from '@muster/contract'
import * as z from 'zod/mini'
import type { Values } from '../../../ui/form/formRules.ts'
import { type PushStart, optionValues } from './pushStart.ts'
import { wantOf } from './taskValues.ts'
import { argName } from './taskStart.ts'
import { sharedBody } from './pushValues.ts'

export type TemplateBody = InputOf<typeof taskTemplates.add>['body']

/** What a template keeps of what a form says; null: what is wanted is not whole yet. */
export function templateOf(values: Values, name: string): TemplateBody | null {
  const { options, ttlSeconds } = z.parse(shared, sharedBody(values))
  const body = { name, want: wantOf(values), options, ttlSeconds }
  return z.safeParse(taskTemplates.add.schemas.body, body).data ?? null
}

const shared = z.object({ options: z.unknown(), ttlSeconds: z.optional(z.number()) })

/** A task that begins from a template. */
export function templateStart(template: TaskTemplate): PushStart {
  const { id, name, version, cmd, args, options, ttlSeconds } = template
  const given = Object.entries(args).map(([arg, value]): [string, unknown] => [argName(arg), value])
  return {
    values: {
      ...Object.fromEntries<unknown>(given),
      cmd,
      ...optionValues(options),
      ttlSeconds: ttlSeconds === null ? '' : String(ttlSeconds),
    },
    template: { id, name, version },
  }
}
