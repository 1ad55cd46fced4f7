// Runs before the first paint, so that nothing flashes in the wrong direction or colours.
;(function () {
  // A window that looks on as somebody else keeps what it keeps to itself, not in the browser that
  // the user's own windows share: their session, tabs and theme stay. The token is handed over once.
  var as = new URLSearchParams(location.search).get('as')
  if (as) {
    var handed = localStorage.getItem('token:' + as)
    if (handed) {
      sessionStorage.clear()
      sessionStorage.setItem('token', handed)
      sessionStorage.setItem('language', localStorage.getItem('language') || 'en')
      localStorage.removeItem('token:' + as)
    }
    Object.defineProperty(window, 'localStorage', { value: sessionStorage })
  }
  var root = document.documentElement
  var language = localStorage.getItem('language') || 'en'
  root.lang = language
  root.dir = /^(ar|fa|he|ur)\b/.test(language) ? 'rtl' : 'ltr'
  var theme = {}
  try {
    theme = JSON.parse(localStorage.getItem('theme') || '{}') || {}
  } catch {
    localStorage.removeItem('theme')
  }
  var scheme = theme.colorScheme
  if (scheme !== 'light' && scheme !== 'dark')
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  root.setAttribute('data-mantine-color-scheme', scheme)
  root.setAttribute('data-theme', theme.themeName || 'blue-white')
  root.setAttribute('data-menu-background', theme.background || 'none')

  // What every start asks for is asked while the code is still on its way; `transport.ts` takes it.
  var asked = (window.musterAsked = {})
  function ask(path) {
    asked[path] = fetch(path, { headers: { LANGUAGE: language } })
    asked[path].catch(function () {})
  }
  ask('/admin/system/v1/server/init')
  ask('/admin/system/v1/language/details/front/' + encodeURIComponent(language))
  // Whoever is signed in needs the shell as well: its code comes beside the first, not after it.
  if (localStorage.getItem('token'))
    ['SHELL'].forEach(function (path) {
      var link = document.createElement('link')
      link.rel = path.endsWith('css') ? 'preload' : 'modulepreload'
      if (link.rel === 'preload') link.as = 'style'
      link.href = './' + path
      document.head.append(link)
    })
})()
