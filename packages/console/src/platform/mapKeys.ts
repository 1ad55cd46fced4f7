import { create } from 'zustand'

/** How a map service knows this site. */
export interface MapKeys {
  readonly global: { readonly key: string; readonly lang: string } | null
  readonly china: { readonly key: string; readonly securityJsCode: string } | null
}

/** The map service of the world, or that of China, whose places are those of GCJ-02. */
export type MapService = keyof MapKeys

export type ServiceKeys = NonNullable<MapKeys[MapService]>

/** Without a key of the site's own the offline map stands in, in English. */
export const defaultGlobalKey = { key: '', lang: 'en' }

/** The keys that were loaded; null for a map that the user may not see. */
export const useMapKeys = create<MapKeys>(() => ({ global: null, china: null }))

/** Takes the keys that the server told this user. */
export function takeMapKeys({ global, china }: MapKeys): void {
  useMapKeys.setState({ global, china })
}
