import { defaultTheme, type ThemeSettings, themeSettings, userTheme } from '@muster/contract'
import { create } from 'zustand'
import { ask, call } from '../../../kit/call.ts'
import { paint } from './paint.ts'
import { storage } from '../../../platform/storage.ts'

interface ThemeState {
  /** What is in force now: the saved settings with what is being tried out. */
  readonly shown: ThemeSettings
  readonly saved: ThemeSettings
}

const store = create<ThemeState>()(() => {
  const saved = keptHere()
  return { shown: saved, saved }
})

/**
 * Paints what the settings and the computer say, from now on; `boot.js` has painted what is there.
 * @param ofSite the site's own theme: whoever has none here sees it until he signs in
 */
export function followTheme(ofSite: ThemeSettings['themeName'] | null = null): void {
  store.subscribe(({ shown }) => paint(shown))
  if (ofSite !== null && storage.getItem('theme') === null) {
    const saved = { ...store.getState().saved, themeName: ofSite }
    store.setState({ saved, shown: saved })
  }
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => paint(themeInForce()))
}

/** The settings in force. */
export const useTheme = (): ThemeSettings => store((state) => state.shown)

/** {@link useTheme} outside of components. */
export const themeInForce = (): ThemeSettings => store.getState().shown

/** Shows a change at once, without keeping it. */
export const previewTheme = (change: Partial<ThemeSettings>): void =>
  store.setState(({ shown }) => ({ shown: { ...shown, ...change } }))

/** Ends a preview that was not saved. */
export const returnToSaved = (): void => store.setState(({ saved }) => ({ shown: saved }))

/** Keeps what is shown, for this user on every computer. */
export async function saveTheme(): Promise<void> {
  keep(await call(userTheme.save, { body: store.getState().shown }))
}

/** Back to the default theme, kept like any other. */
export async function resetTheme(): Promise<void> {
  keep(await call(userTheme.reset, {}))
}

/** The user's own theme, from the server; without it this browser's holds. */
export async function loadTheme(): Promise<void> {
  // A server that is busy is nothing to trouble anyone with here.
  const settings = await ask(userTheme.get, {}).catch(() => null)
  if (!settings) return
  // Whether the sidebar is folded is kept here first, and on the server only for new browsers.
  const folded = storage.getItem('collapse')
  keep({ ...settings, collapse: folded === null ? settings.collapse : folded === 'true' })
}

/** Folds or unfolds the sidebar, which this browser keeps without being asked to save. */
export function keepCollapse(collapse: boolean): void {
  storage.setItem('collapse', String(collapse))
  store.setState(({ shown, saved }) => {
    const kept = { ...saved, collapse }
    return { saved: kept, shown: shown === saved ? kept : { ...shown, collapse } }
  })
}

/** For the next visit: `boot.js` reads it before the first paint. */
function keep(settings: ThemeSettings): void {
  storage.setItem('theme', JSON.stringify(settings))
  storage.setItem('collapse', String(settings.collapse))
  store.setState({ shown: settings, saved: settings })
}

function keptHere(): ThemeSettings {
  const kept: unknown = JSON.parse(storage.getItem('theme') ?? '{}')
  const { data: settings = defaultTheme } = themeSettings().safeParse(kept)
  return { ...settings, collapse: storage.getItem('collapse') === 'true' }
}
