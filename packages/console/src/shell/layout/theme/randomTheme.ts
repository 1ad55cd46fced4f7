import { type ThemeSettings, themeNames } from '@muster/contract'

type ThemeName = ThemeSettings['themeName']

/** The nine themes among which chance decides. */
export const randomThemes = themeNames.filter((name) => name !== 'background')

/**
 * Another theme than the current one.
 * @param chance 0 to 1, without 1
 */
export function randomTheme(current: ThemeName, chance: number): ThemeName {
  const others = randomThemes.filter((name) => name !== current)
  return others[Math.floor(chance * others.length)] ?? current
}
