/** How a map service knows this site. */
export interface MapKeys {
  readonly global: { readonly key: string; readonly lang: string } | null
  readonly china: { readonly key: string; readonly securityJsCode: string } | null
}

/** Without a key of the site's own the offline map stands in, in English. */
export const defaultGlobalKey = { key: '', lang: 'en' }

let known: MapKeys = { global: null, china: null }

/** Takes the keys that the server told this user. */
export function takeMapKeys({ global, china }: MapKeys): void {
  known = { global, china }
}

/** The keys that were loaded; null for a map that the user may not see. */
export const mapKeysNow = (): MapKeys => known
