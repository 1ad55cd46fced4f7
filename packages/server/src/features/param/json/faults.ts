import type { JsonFault } from '@muster/contract'
import { type JsonDocumentFault, mostJsonFaults, type TextKey } from '@muster/contract'
import { translate } from '../../../platform/texts.ts'
import type { Verdict } from './verdict.ts'

type Found = Verdict['faults'][number]

/** A fault of a text that cannot be read. */
export function faultOfText(
  language: string,
  of: JsonDocumentFault['of'],
  { key, params, from }: JsonFault,
): JsonDocumentFault {
  return { of, pointer: '', from, message: translate(language, key, params) }
}

/** Faults of a schema, or of what was judged by it, each a sentence that names its place. */
export const faultsOfVerdict = (
  language: string,
  of: JsonDocumentFault['of'],
  { of: judged, faults }: Verdict,
): JsonDocumentFault[] =>
  faults.slice(0, mostJsonFaults).map((found) => {
    const pointer = placeOf(found)
    const said = sentenceOf(language, found)
    return {
      of: judged === 'SCHEMA' ? judged : of,
      pointer,
      from: null,
      message: pointer ? translate(language, 'json.at', { pointer, fault: said }) : said,
    }
  })

/** What is too much is pointed at itself, not what it is in. */
export function placeOf({ pointer, params }: Found): string {
  const extra = params.additionalProperty ?? params.unevaluatedProperty ?? params.propertyName
  return extra !== undefined
    ? `${pointer}/${extra.replaceAll('~', '~0').replaceAll('/', '~1')}`
    : pointer
}

const keys: Readonly<Record<string, TextKey>> = {
  type: 'json.fault.type',
  required: 'json.fault.required',
  dependentRequired: 'json.fault.required',
  additionalProperties: 'json.fault.unknownMember',
  unevaluatedProperties: 'json.fault.unknownMember',
  'false schema': 'json.fault.notAllowed',
  enum: 'json.fault.enum',
  const: 'json.fault.const',
  minimum: 'json.fault.minimum',
  maximum: 'json.fault.maximum',
  exclusiveMinimum: 'json.fault.exclusiveMinimum',
  exclusiveMaximum: 'json.fault.exclusiveMaximum',
  multipleOf: 'json.fault.multipleOf',
  minLength: 'json.fault.minLength',
  maxLength: 'json.fault.maxLength',
  pattern: 'json.fault.pattern',
  minItems: 'json.fault.minItems',
  maxItems: 'json.fault.maxItems',
  unevaluatedItems: 'json.fault.maxItems',
  items: 'json.fault.maxItems',
  uniqueItems: 'json.fault.uniqueItems',
  contains: 'json.fault.contains',
  minProperties: 'json.fault.minProperties',
  maxProperties: 'json.fault.maxProperties',
  propertyNames: 'json.fault.propertyNames',
  anyOf: 'json.fault.anyOf',
  oneOf: 'json.fault.oneOf',
  not: 'json.fault.not',
  badPattern: 'json.fault.badPattern',
  unknownRef: 'json.fault.unknownRef',
  badSchema: 'json.fault.badSchema',
  tooSlow: 'json.fault.tooSlow',
}

const types: Readonly<Record<string, TextKey>> = {
  object: 'json.type.object',
  array: 'json.type.array',
  string: 'json.type.string',
  number: 'json.type.number',
  integer: 'json.type.integer',
  boolean: 'json.type.boolean',
  null: 'json.type.null',
}

function sentenceOf(language: string, { keyword, params }: Found): string {
  const key = keys[keyword] ?? 'json.fault.other'
  const typeOf = (name: string) => {
    const known = types[name]
    return known ? translate(language, known) : name
  }
  const values =
    params.allowedValues ?? (params.allowedValue === undefined ? [] : [params.allowedValue])
  return translate(language, key, {
    types: [params.type ?? []].flat().map(typeOf).join(' / '),
    member: short(params.missingProperty ?? ''),
    values: short(values.map((value) => JSON.stringify(value)).join(', ')),
    limit: params.multipleOf ?? params.limit ?? params.len ?? params.minContains ?? 0,
    pattern: short(params.pattern ?? ''),
    ref: short(params.ref ?? ''),
  })
}

function short(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text
}
