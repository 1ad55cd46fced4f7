import type { OrganizationConfig, SettingName } from '@muster/contract'
import { useState } from 'react'
import { settings } from './settings.tsx'

type Values = Readonly<Record<string, unknown>>

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

const filledIn = (values: Values): ReadonlySet<SettingName> =>
  new Set(settings.map(({ name }) => name).filter((name) => isFilled(values[name])))

/**
 * Which settings are shown as set here: those that were read so, and those opened since. A field
 * that is emptied to be typed anew stays.
 */
export function useOwnSettings(data: OrganizationConfig, values: Values) {
  const [shown, setShown] = useState(() => filledIn(data))
  const [seen, setSeen] = useState(data.version)
  // After a save only what was kept is set.
  if (seen !== data.version) {
    setSeen(data.version)
    setShown(filledIn(data))
  }
  return {
    has: (name: SettingName): boolean => shown.has(name) || isFilled(values[name]),
    set: (name: SettingName, isOwn: boolean) => {
      const others = [...shown].filter((one) => one !== name)
      setShown(new Set(isOwn ? [...others, name] : others))
    },
  }
}
