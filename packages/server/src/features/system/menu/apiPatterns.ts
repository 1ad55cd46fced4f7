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
