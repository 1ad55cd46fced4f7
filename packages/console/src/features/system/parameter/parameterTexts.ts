import {
  type Parameter,
  type ParameterKey,
  type ParameterType,
  type ShippedParameter,
  shippedParameters,
  type TextKey,
  unusedParameters,
} from '@muster/contract'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'

export const typeTexts: Readonly<Record<ParameterType, TextKey>> = {
  string: 'parameter.type.string',
  int: 'parameter.type.int',
  decimal: 'parameter.type.decimal',
  bool: 'parameter.type.bool',
  enum: 'parameter.type.enum',
  json: 'parameter.type.json',
  cron: 'parameter.type.cron',
  duration: 'parameter.type.duration',
  secret: 'parameter.type.secret',
}

export const groupTexts: Readonly<Record<ShippedParameter['group'], TextKey>> = {
  device: 'parameter.group.device',
  task: 'parameter.group.task',
  file: 'parameter.group.file',
  record: 'parameter.group.record',
  log: 'parameter.group.log',
  access: 'parameter.group.access',
  notice: 'parameter.group.notice',
}

const isShipped = (key: string): key is ParameterKey => Object.hasOwn(shippedParameters, key)

const isGroup = (code: string): code is ShippedParameter['group'] => Object.hasOwn(groupTexts, code)

/** What a parameter is called: a shipped one by the language pack, others by their own name. */
export const nameOfParameter = ({ key, name }: Pick<Parameter, 'key' | 'name'>): string =>
  isShipped(key) ? t(`parameter.key.${key}`) : name

/** Whether nothing reads a parameter yet; what others read of their own is not ours to say. */
export const isUnused = ({ key }: Pick<Parameter, 'key'>): boolean =>
  isShipped(key) && unusedParameters.includes(key)

export const groupName = (code: string): string => (isGroup(code) ? t(groupTexts[code]) : code)

/** A value in words. */
export function valueText(
  { valueType, hasSecret }: Parameter,
  value: string | null,
): string | null {
  if (valueType === 'secret') return hasSecret ? '••••••' : null
  if (valueType === 'bool' && value !== null) return t(value === 'true' ? 'kit.yes' : 'kit.no')
  if ((valueType === 'int' || valueType === 'decimal') && value !== null)
    return formatNumber(Number(value))
  return value
}

export const isType = (value: unknown): value is ParameterType =>
  typeof value === 'string' && Object.hasOwn(typeTexts, value)
