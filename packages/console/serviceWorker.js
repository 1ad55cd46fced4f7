// Keeps the console's own files, so that it starts without asking for them. Nothing else is ever
// kept: what is not on the list below, everything under /admin above all, goes to the server untouched.
const version = 'VERSION'
const files = new Set(['FILES'])

const prefix = 'muster-'
const current = prefix + version
const isHashed = (path) => path.startsWith('assets/')

self.addEventListener('install', (event) => event.waitUntil(keepFiles()))
self.addEventListener('activate', (event) => event.waitUntil(dropOld()))
self.addEventListener('message', ({ data }) => {
  if (data === 'takeOver') self.skipWaiting()
})

async function keepFiles() {
  const cache = await caches.open(current)
  await Promise.all([...files].map((path) => keep(cache, path)))
}

async function keep(cache, path) {
  const url = new URL(path, self.registration.scope).href
  // A hashed file never changes: what an earlier version has kept need not be fetched again.
  const known = isHashed(path) ? await caches.match(url) : undefined
  const response = known ?? (await fetch(url, { cache: isHashed(path) ? 'default' : 'no-cache' }))
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  await cache.put(url, response)
}

/** The version before this one stays: pages that still show it may need its parts. */
async function dropOld() {
  const ours = (await caches.keys()).filter((name) => name.startsWith(prefix))
  const others = ours.filter((name) => name !== current)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || !request.url.startsWith(self.registration.scope)) return
  const path = new URL(request.url).href.slice(self.registration.scope.length).replace(/[?#].*/, '')
  if (request.mode === 'navigate' ? path === '' || path === 'index.html' : files.has(path)) {
    event.respondWith(fromCurrent(path || 'index.html', request))
    if (request.mode === 'navigate') event.waitUntil(renewPage())
  } else if (isHashed(path)) {
    event.respondWith(fromAny(request))
  }
})

async function fromCurrent(path, request) {
  const cache = await caches.open(current)
  const kept = await cache.match(new URL(path, self.registration.scope).href)
  return kept ?? fetch(request)
}

/**
 * The page's policy follows the menu, so its headers change while it stays the same: the next start
 * has them. A page of another version comes with that version.
 */
async function renewPage() {
  const url = new URL('index.html', self.registration.scope).href
  const cache = await caches.open(current)
  const fresh = await fetch(url, { cache: 'reload' }).catch(() => undefined)
  const kept = await cache.match(url)
  if (!fresh?.ok || !kept) return
  const isSame = (await fresh.clone().text()) === (await kept.text())
  if (isSame) await cache.put(url, fresh)
}

/** A part of an earlier version, for a page that still shows it. */
async function fromAny(request) {
  return (await caches.match(request.url)) ?? fetch(request)
}
