// Runs before the first paint, so that nothing flashes in the wrong direction or colours.
;(function () {
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
})()
