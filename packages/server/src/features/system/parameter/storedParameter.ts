import type { Parameter } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { translate } from '../../../platform/texts.ts'
import { readValue } from './parameter.rules.ts'

/** What a form writes of a parameter. */
export type WrittenParameter = Pick<
  Parameter,
  | 'key'
  | 'name'
  | 'groupCode'
  | 'valueType'
  | 'value'
  | 'secretValue'
  | 'defaultValue'
  | 'min'
  | 'max'
  | 'options'
  | 'remark'
  | 'restartNeeded'
>

/** The columns of a parameter of one's own; refuses values that break its type or its bounds. */
export function storedOf(ctx: Context, written: WrittenParameter) {
  const { key, name, groupCode, valueType, min, max, options, remark, restartNeeded } = written
  if (min !== null && max !== null && max < min) throw fieldRefusal('max', 'parameter.maxBelowMin')
  if (valueType === 'enum' && options.length === 0) throw fieldRefusal('options', 'rule.required')
  const defaultValue = valueColumn(ctx, written, 'defaultValue')
  return {
    key,
    name,
    groupCode,
    valueType,
    remark,
    restartNeeded,
    defaultValue,
    rule: JSON.stringify({
      min,
      max,
      options,
    }),
    ...valueColumns(ctx, written, defaultValue),
  }
}

/** The columns that hold a value: in clear, or sealed where it is a secret. */
export function valueColumns(
  ctx: Context,
  written: Pick<WrittenParameter, 'key' | 'valueType' | 'value' | 'secretValue'> & Bounds,
  defaultValue: string | null,
) {
  if (written.valueType !== 'secret') {
    const value = valueColumn(ctx, written, 'value')
    // Who writes the default leaves it to the next version to improve it.
    return { value: value === defaultValue ? null : value, sealedValue: null }
  }
  const { secretValue, key } = written
  if (secretValue === null) return { value: null }
  const { secrets } = ctx.platform
  return { value: null, sealedValue: secrets.seal(Buffer.from(secretValue), purposeOf(key)) }
}

type Bounds = Pick<WrittenParameter, 'min' | 'max'> & { readonly options: readonly string[] }

function valueColumn(
  ctx: Context,
  written: Pick<WrittenParameter, 'valueType' | 'value'> &
    Bounds & { defaultValue?: string | null },
  member: 'value' | 'defaultValue',
): string | null {
  const text = written[member] ?? null
  if (text === null) return null
  const { valueType, min, max, options } = written
  const read = readValue(valueType, text, { min, max, options })
  if ('problem' in read)
    throw fieldRefusal(member, translate(ctx.language, read.problem, read.params))
  return JSON.stringify(read.value)
}

/** What a secret parameter is sealed for. */
export const purposeOf = (key: string): string => `parameter:${key}`
