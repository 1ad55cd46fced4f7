import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  type MantineTheme,
  mergeMantineTheme,
} from '@mantine/core'
import { fromTokens, theme } from './theme.ts'

/** The variables that differ from those of the library's own style sheet. Runs at build time. */
export function ownVariables(): string {
  const known = variablesOf(DEFAULT_THEME)
  const merged = mergeMantineTheme(DEFAULT_THEME, theme)
  const ours = variablesOf(merged)
  const own = fromTokens(merged)
  return convertCssVariables(
    {
      variables: { ...differing(ours.variables, known.variables), ...own.variables },
      light: { ...differing(ours.light, known.light), ...own.light },
      dark: { ...differing(ours.dark, known.dark), ...own.dark },
    },
    ':root',
  )
}

const variablesOf = (of: MantineTheme) => defaultCssVariablesResolver(of)

function differing(ours: Record<string, string>, known: Record<string, string>) {
  return Object.fromEntries(Object.entries(ours).filter(([name, value]) => known[name] !== value))
}
