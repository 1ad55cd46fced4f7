// Runs before the first paint, so that nothing flashes in the wrong direction or colours.
;(function () {
  var root = document.documentElement
  var language = localStorage.getItem('language') || 'en'
  root.lang = language
  root.dir = /^(ar|fa|he|ur)\b/.test(language) ? 'rtl' : 'ltr'
  var scheme = 'auto'
  try {
    scheme = JSON.parse(localStorage.getItem('theme') || '{}').colorScheme || 'auto'
  } catch {
    localStorage.removeItem('theme')
  }
  if (scheme === 'auto')
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  root.setAttribute('data-mantine-color-scheme', scheme)
})()
