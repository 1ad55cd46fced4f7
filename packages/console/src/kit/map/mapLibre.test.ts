import { beforeEach, expect, it, vi } from 'vitest'
import { prepareBrowser } from '../../../test/show.tsx'
import { openMap } from './mapLibre.ts'

const made = vi.hoisted(() => ({ options: {} as Record<string, unknown> }))

vi.mock('maplibre-gl', () => ({
  setWorkerUrl: () => undefined,
  Map: class {
    readonly touchZoomRotate = { disableRotation: () => undefined }
    readonly keyboard = { disableRotation: () => undefined }
    constructor(options: Record<string, unknown>) {
      made.options = options
    }
    once(type: string, callback: () => void) {
      if (type === 'load') callback()
    }
    on() {}
    off() {}
    getStyle() {}
    addSource() {}
    addLayer() {}
    remove() {}
  },
}))

beforeEach(() => {
  prepareBrowser()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({} as never)
})

it('leaves the wheel to the page that it stands in, and says how it is zoomed', async () => {
  const element = document.createElement('div')
  const at = { center: [44, 31], zoom: 3 } as const
  const refused = () => undefined
  await openMap(element, { label: 'Where', at, styleUrl: '/own.json', provider: null, refused })
  expect(made.options).toMatchObject({
    cooperativeGestures: true,
    locale: {
      'CooperativeGesturesHandler.WindowsHelpText': 'Hold Ctrl and scroll to zoom the map',
    },
  })
})
