import { type MapService, type ServiceKeys, useMapKeys } from '../../platform/mapKeys.ts'
import type { MapPlace, Provider } from './mapHandle.ts'

/** The key of the site for a map service; null: the map is our own. */
export function useServiceKeys(service: MapService | 'own'): ServiceKeys | null {
  const keys = useMapKeys((known) => (service === 'own' ? null : known[service]))
  return keys && keys.key !== '' ? keys : null
}

export interface ProviderMap {
  /** Shows another place. */
  follow(place: MapPlace): void
  /** Draws it anew, for the other colours. */
  redraw(): void
  close(): void
}

/** How long a provider's script may take, ms. */
const patience = 15_000

interface FrameWishes {
  readonly provider: Provider
  readonly at: MapPlace
  /** The provider's script did not come, or its key is refused: also after it was drawn. */
  readonly refused: () => void
}

/**
 * Opens a provider's map below an element, in a frame that has not the console's origin: its script
 * reads nothing here, and is told nothing but where to look. Answers once it is drawn, and rejects
 * where it is refused before.
 */
export function openProviderMap(element: HTMLElement, wishes: FrameWishes): Promise<ProviderMap> {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.setAttribute('aria-hidden', 'true')
  frame.tabIndex = -1
  frame.dataset['service'] = wishes.provider.service
  let { at } = wishes
  // A frame without an origin cannot be named by one.
  const tell = (said: object) => frame.contentWindow?.postMessage(said, '*')
  return new Promise((resolve, reject) => {
    const refuse = () => {
      close()
      reject(new Error('the map service did not draw'))
      wishes.refused()
    }
    const late = setTimeout(refuse, patience)
    const hear = ({ source, data }: MessageEvent) => {
      if (source !== frame.contentWindow) return
      if (data === 'asks') tell({ ...wishes.provider, isDark: isDark(), at })
      if (data === 'failed') refuse()
      if (data !== 'drawn') return
      clearTimeout(late)
      resolve({
        follow: (place) => tell({ follow: (at = place) }),
        redraw: () => (frame.src = address),
        close,
      })
    }
    const close = () => {
      clearTimeout(late)
      window.removeEventListener('message', hear)
      frame.remove()
    }
    window.addEventListener('message', hear)
    frame.src = address
    element.before(frame)
  })
}

const address = './providerMap.html'

const isDark = () => document.documentElement.dataset['mantineColorScheme'] === 'dark'
