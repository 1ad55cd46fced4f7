import type { ThemeSettings } from '@muster/contract'

/** Puts a theme on the page: `tokens.css` has a table of values for each. See also `boot.js`. */
export function paint({ themeName, background, colorScheme }: ThemeSettings): void {
  const { dataset } = document.documentElement
  const isDark =
    colorScheme === 'system'
      ? matchMedia('(prefers-color-scheme: dark)').matches
      : colorScheme === 'dark'
  dataset['theme'] = themeName
  dataset['menuBackground'] = background
  dataset['mantineColorScheme'] = isDark ? 'dark' : 'light'
}
