import type { Filter, FilterField, ReplyOf, VersionKind, versionStat } from '@muster/contract'

export type Matrix = ReplyOf<typeof versionStat.matrix>
export type ModelRow = Matrix['models'][number]
export type Cell = ModelRow['cells'][number]

const fields: Readonly<Record<VersionKind, FilterField>> = {
  FIRMWARE: 'firmware',
  AGENT: 'agentVersion',
  OS: 'osVersion',
  SP: 'spVersion',
  KERNEL: 'kernelVersion',
  PATCH: 'patchLevel',
}

const ofModel = (modelId: string): Filter => ({ field: 'modelId', op: 'in', values: [modelId] })

/** The terminals of a model that run a version. */
export const askCell = (kind: VersionKind, modelId: string, version: string): Filter => ({
  all: [ofModel(modelId), { field: fields[kind], op: 'is', values: [version] }],
})

/** The terminals of a model with an older version than the target. */
export const askBehind = (kind: VersionKind, modelId: string, target: string): Filter => ({
  all: [ofModel(modelId), { field: fields[kind], op: 'older', values: [target] }],
})

/** The same, cut to a subtree as the page is. */
export const within = (orgId: string | undefined, filter: Filter): Filter =>
  orgId ? { all: [{ field: 'orgId', op: 'below', values: [orgId] }, filter] } : filter

/** When all terminals of a model will have the target, by the pace of the last days. */
export type Forecast =
  | { readonly is: 'done' | 'still' | 'unknown' | 'none' }
  | { readonly is: 'days'; readonly days: number }

export function forecastOf(
  { target, total, adopted, adoptedBefore }: ModelRow,
  adoptionDays: number,
): Forecast {
  if (target === null) return { is: 'none' }
  const rest = total - adopted
  if (rest <= 0) return { is: 'done' }
  if (adoptedBefore === null) return { is: 'unknown' }
  const perDay = (adopted - adoptedBefore) / adoptionDays
  return perDay <= 0 ? { is: 'still' } : { is: 'days', days: Math.ceil(rest / perDay) }
}
