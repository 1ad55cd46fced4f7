import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/**
 * The parts of the code (by their names in vite.config.ts) that a person waits for, besides what
 * index.html loads by itself (the sign-in form is part of that).
 */
const firstPages = {
  signIn: [],
  deviceList: ['shellFrame', 'deviceList'],
}

/** Kilobytes of 1,000. */
const limits = [
  { until: 'the sign-in form is usable', kind: 'js', limit: 150, page: 'signIn' },
  { until: 'the device list shows rows', kind: 'js', limit: 270, page: 'deviceList' },
  { until: 'the device list shows rows', kind: 'css', limit: 40, page: 'deviceList' },
]

/** What the browser must load of the built console until two pages are there, in bytes of gzip. */
export async function size(root, { pages = firstPages } = {}) {
  const folder = join(root, 'packages/console')
  if (!existsSync(join(folder, 'index.html'))) {
    return { ok: true, says: 'skipped: packages/console has no index.html yet' }
  }
  const dist = join(folder, 'dist')
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  const missing = Object.values(pages)
    .flat()
    .filter((part) => keysOf(manifest, part).length === 0)
  if (missing.length > 0) return { ok: false, says: 'lost', details: lost(missing, manifest) }
  const weights = limits.map((step) => {
    const parts = [...pages.signIn, ...(step.page === 'signIn' ? [] : pages.deviceList)]
    const screens = parts.flatMap((part) => keysOf(manifest, part))
    return { ...step, ...weigh(dist, manifest, { ...step, screens }) }
  })
  const faults = weights.filter(({ bytes, limit }) => bytes > limit * 1000)
  return {
    ok: faults.length === 0,
    says: weights.map(({ kind, bytes, limit }) => `${kind} ${kilo(bytes)}/${limit} KB`).join(', '),
    details: faults.map(describe).join('\n'),
  }
}

function weigh(dist, manifest, { kind, screens }) {
  const files = filesOfPage(dist)
  const chunks = Object.keys(manifest).filter((key) => manifest[key].isEntry)
  for (const key of reach(manifest, [...chunks, ...screens])) {
    files.add(manifest[key].file)
    for (const css of manifest[key].css ?? []) files.add(css)
  }
  const parts = [...files]
    .filter((file) => file.endsWith(`.${kind}`))
    .map((file) => ({ file, bytes: gzipSync(readFileSync(join(dist, file))).length }))
    .sort((a, b) => b.bytes - a.bytes)
  return { parts, bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0) }
}

const keysOf = (manifest, part) =>
  Object.keys(manifest).filter((key) => manifest[key].name === part)

/** The chunks and all that they import, other than dynamically. */
function reach(manifest, from) {
  const seen = new Set()
  const waiting = [...from]
  for (let key = waiting.pop(); key; key = waiting.pop()) {
    if (seen.has(key)) continue
    seen.add(key)
    waiting.push(...(manifest[key].imports ?? []))
  }
  return seen
}

/** What index.html names itself: also scripts that are not bundled. */
function filesOfPage(dist) {
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  const named = page.matchAll(/(?:src|href)="(?:\.?\/)?([^":]+\.(?:js|css))"/g)
  return new Set([...named].map(([, file]) => file))
}

function lost(missing, manifest) {
  const names = new Set(Object.values(manifest).flatMap(({ name }) => name ?? []))
  return `tools/checks/size.mjs names parts that the build does not have: ${missing.join(', ')}
Parts of this build: ${[...names].join(', ')}`
}

function describe({ until, kind, limit, bytes, parts }) {
  const heavy = parts.slice(0, 12).map((part) => `  ${kilo(part.bytes)} KB ${part.file}`)
  return [`${kind} until ${until}: ${kilo(bytes)} KB; ${limit} are allowed`, ...heavy].join('\n')
}

const kilo = (bytes) => (bytes / 1000).toFixed(1)
