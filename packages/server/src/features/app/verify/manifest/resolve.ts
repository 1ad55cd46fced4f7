import type { Resource, ResourceTable } from './resourceTable.ts'
import { type Value, valueTypes } from './value.ts'

/** More references than this lead in a circle. */
const mostSteps = 8
/** What one value may come to under all configurations. */
const mostValues = 2_000

/** What a value is under each configuration, references followed. */
export function resolve(value: Value, table: ResourceTable): readonly Resource[] {
  const general = { locale: '', density: 0, sdk: 0, isSpecial: false }
  let found: readonly Resource[] = [{ configuration: general, value }]
  for (let step = 0; step < mostSteps; step++) {
    if (found.every(({ value }) => value.type !== valueTypes.reference)) return found
    found = found.slice(0, mostValues).flatMap((one) => followed(one, table))
  }
  return []
}

/** What the first configuration says of itself holds along the whole way, but for what it leaves open. */
const followed = ({ configuration, value }: Resource, table: ResourceTable): readonly Resource[] =>
  value.type === valueTypes.reference
    ? table(value.data).map((next) => ({
        value: next.value,
        configuration: {
          locale: next.configuration.locale || configuration.locale,
          density: next.configuration.density || configuration.density,
          sdk: Math.max(next.configuration.sdk, configuration.sdk),
          isSpecial: next.configuration.isSpecial || configuration.isSpecial,
        },
      }))
    : [{ configuration, value }]

/** The value where nothing special is known of the device; of several, that of the newest Android. */
export function plainValue(value: Value | undefined, table: ResourceTable): Value | null {
  if (!value) return null
  const general = resolve(value, table)
    .filter(({ configuration }) => configuration.locale === '' && !configuration.isSpecial)
    .toSorted((a, b) => b.configuration.sdk - a.configuration.sdk)
  return general[0]?.value ?? null
}

/** The texts of a value by language tag; the one for all languages under the empty tag. */
export function textsOf(value: Value | undefined, table: ResourceTable): Record<string, string> {
  if (!value) return {}
  const texts = resolve(value, table)
    .filter(({ configuration }) => !configuration.isSpecial)
    .toSorted((a, b) => a.configuration.sdk - b.configuration.sdk)
    .flatMap(({ configuration, value }) =>
      value.text === null ? [] : [[configuration.locale, value.text] as const],
    )
  return Object.fromEntries(texts)
}
