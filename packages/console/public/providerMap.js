// Draws a provider's own map inside of a frame without the console's origin: its script is foreign
// code. The console says once which map and with which key, then where to look; nothing else goes in,
// and only "asks", "drawn" and "failed" come out. The map cannot be pressed: the console's own layer
// lies above it.
const place = document.getElementById('map')
const tell = (said) => window.parent.postMessage(said, '*')
const fail = () => tell('failed')
let follow = () => undefined

/** Runs a provider's script, which calls a function of the window when it is ready. */
const load = (address, query, ready) => {
  window.serviceIsReady = ready
  const script = document.createElement('script')
  script.src = `${address}?${new URLSearchParams(query)}`
  script.addEventListener('error', fail)
  document.head.append(script)
}

// Their zoom counts tiles of 256 pixels, the console's of 512.
const zoomOf = ({ zoom }) => zoom + 1

const drawGoogle = async ({ isDark, at }) => {
  const { Map } = await window.google.maps.importLibrary('maps')
  const centerOf = ({ center: [lng, lat] }) => ({ lng, lat })
  const map = new Map(place, {
    center: centerOf(at),
    zoom: zoomOf(at),
    colorScheme: isDark ? 'DARK' : 'LIGHT',
    disableDefaultUI: true,
    gestureHandling: 'none',
    isFractionalZoomEnabled: true,
    keyboardShortcuts: false,
  })
  follow = (next) => map.moveCamera({ center: centerOf(next), zoom: zoomOf(next) })
  tell('drawn')
}

const drawAmap = ({ isDark, at }) => {
  const map = new window.AMap.Map(place, {
    center: at.center,
    zoom: zoomOf(at),
    zooms: [2, 20],
    mapStyle: isDark ? 'amap://styles/dark' : 'amap://styles/normal',
    dragEnable: false,
    zoomEnable: false,
    keyboardEnable: false,
    doubleClickZoom: false,
  })
  follow = (next) => map.setZoomAndCenter(zoomOf(next), next.center, true)
  tell('drawn')
}

const services = {
  global: (wish) => {
    // Called where the key is refused.
    window.gm_authFailure = fail
    const { key, lang: language } = wish.keys
    const query = { key, language, loading: 'async', v: 'quarterly', callback: 'serviceIsReady' }
    load('https://maps.googleapis.com/maps/api/js', query, () => drawGoogle(wish))
  },
  china: (wish) => {
    const { key, securityJsCode } = wish.keys
    window._AMapSecurityConfig = { securityJsCode }
    const query = { v: '2.0', key, callback: 'serviceIsReady' }
    load('https://webapi.amap.com/maps', query, () => drawAmap(wish))
  },
}

window.addEventListener('message', ({ source, data }) => {
  if (source !== window.parent) return
  if (data.follow) follow(data.follow)
  else if (Object.hasOwn(services, data.service)) services[data.service](data)
})
tell('asks')
