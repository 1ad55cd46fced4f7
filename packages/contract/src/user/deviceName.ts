const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//],
] as const

// Android says Linux, too, and an iPad may say Macintosh: the narrower name comes first.
const systems = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const

/** What a browser calls itself, as people would: `Chrome 140 · Linux`; the text itself where nobody knows it. */
export function deviceName(userAgent: string): string {
  const browser = browsers
    .map(([name, pattern]) => ({ name, version: pattern.exec(userAgent)?.[1] }))
    .find(({ version }) => version !== undefined)
  const system = systems.find(([, pattern]) => pattern.test(userAgent))?.[0]
  const known = browser ? `${browser.name} ${browser.version}` : ''
  return [known, system].filter(Boolean).join(' · ') || userAgent
}
