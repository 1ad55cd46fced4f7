import { fillPath, headers } from '@muster/contract'
import { prefetchCall, lastStart } from './platform/prefetchedCalls.ts'
import { directionOf } from './platform/language.ts'
import { kept } from './platform/kept.ts'
import { signHeaders } from './platform/proof.ts'
import { impersonationId, storage } from './platform/storage.ts'

// Runs before the first paint, so that nothing flashes in the wrong direction or colours. The build
// makes a classic script of it, `boot.js`, with all that it needs: it waits for no module.

/** The files behind the sign-in; the build knows them. */
declare const shellFiles: readonly string[]
/** What every start asks for, and what it asks for besides when somebody is signed in; from the contract. */
declare const startPaths: {
  readonly everybody: readonly string[]
  readonly signedIn: readonly string[]
}

if (impersonationId) takeHandedToken(`token:${impersonationId}`)

/** The user's own window hands the token over once. */
function takeHandedToken(name: string): void {
  const handed = localStorage.getItem(name)
  if (!handed) return
  storage.clear()
  storage.setItem('token', handed)
  storage.setItem('language', localStorage.getItem('language') || 'en')
  const direction = localStorage.getItem('direction')
  if (direction) storage.setItem('direction', direction)
  localStorage.removeItem(name)
}

const root = document.documentElement
const language = storage.getItem('language') || 'en'
root.lang = language
root.dir = directionOf(language)

const { colorScheme, themeName, background } = kept<Record<string, string>>('theme')
const isDark =
  colorScheme === 'dark' ||
  (colorScheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
root.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
root.setAttribute('data-theme', themeName || 'blue-white')
root.setAttribute('data-menu-background', background || 'none')

// What every start asks for is asked while the code is still on its way.
for (const named of startPaths.everybody) {
  const path = fillPath(named, { code: language })
  prefetchCall(path, () => fetch(path, { headers: { [headers.language]: language } }))
}

const token = storage.getItem('token')
if (token) startInside(token)

/** Who is signed in needs the shell as well, and his page: both come beside the rest, not after it. */
function startInside(accessToken: string): void {
  const { files, calls } = lastStart(location.hash)
  // Another build has files of other names.
  const isSameBuild = shellFiles.every((file) => files.includes(file))
  for (const file of isSameBuild ? files : shellFiles) preload(file)
  for (const target of [...startPaths.signedIn, ...calls])
    prefetchCall(target, () => askSigned(target, accessToken))
}

function preload(file: string): void {
  const link = document.createElement('link')
  const isStyle = file.endsWith('.css')
  link.rel = isStyle ? 'preload' : 'modulepreload'
  if (isStyle) {
    link.as = 'style'
    // As the bundler asks for them: a preload that differs is fetched twice.
    link.crossOrigin = 'anonymous'
  }
  link.href = `./${file}`
  document.head.append(link)
}

async function askSigned(target: string, accessToken: string): Promise<Response> {
  const proof = await signHeaders({ method: 'GET', target, body: '' }, accessToken)
  return fetch(target, { headers: { [headers.language]: language, ...proof } })
}
