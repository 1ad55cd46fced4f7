import { builtScreens } from './builtScreens.ts'

const patterns = Map.groupBy(
  Object.values(builtScreens)
    .flat()
    .flatMap((calls) => Object.values(calls)),
  ({ permission }) => permission,
)

/** Method and path of the calls that a button's code guards: the contract decides, nobody types them. */
export const apiPatternsOf = (code: string | null): string[] => [
  ...new Set((patterns.get(code ?? '') ?? []).map(({ method, path }) => `${method} ${path}`)),
]

const screens = new Map(
  Object.entries(builtScreens).flatMap(([screen, groups]) =>
    groups.flatMap((calls) => Object.values(calls).map(({ path }) => [path, screen] as const)),
  ),
)

/** The screen that makes a call, by the call's path; null where none does. */
export const screenOfCall = (path: string): string | null => screens.get(path) ?? null
