import { logFiles, logKinds } from '@muster/contract'
import * as z from 'zod/mini'
import type { Values } from '../../../ui/form/formRules.ts'
import {
  emptyPush,
  faultsIn,
  type FormSort,
  sharedField,
  targetsOf,
} from '../../push/form/index.ts'

const schema = logFiles.pull.schemas.body

/** What a form says, as it is sent. */
function bodyOf(values: Values): unknown {
  const { types, since, before, maxMB } = values
  return {
    args: {
      types,
      from: since === '' ? null : since,
      to: before === '' ? null : before,
      maxMB: maxMB === '' ? undefined : maxMB,
    },
    targets: targetsOf(values),
  }
}

const names: Readonly<Record<string, string>> = { from: 'since', to: 'before' }

function fieldOf(path: string, values: Values): string {
  const [first, second = 'types'] = path.split('.')
  return first === 'args' ? (names[second] ?? second) : sharedField(path, values)
}

/** A pull of logs: it begins at once. */
export const pullSort: FormSort = {
  of: logFiles,
  title: 'logFile.pullTitle',
  empty: { ...emptyPush, types: [...logKinds], since: '', before: '', maxMB: 10 },
  isAtOnce: true,
  fieldOf,
  faults: (values) => faultsIn(values, { schema, body: bodyOf(values), fieldOf }),
  ready: (values) => {
    const { data: body } = z.safeParse(schema, bodyOf(values))
    return body
      ? {
          check: (send) => send(logFiles.precheck, { body }),
          give: (send, more) => send(logFiles.pull, { body: { ...body, ...more } }),
        }
      : null
  },
}
