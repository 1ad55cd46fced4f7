import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin, ResolvedConfig } from 'vite'
import { makeBoot } from './vite.boot.ts'

/** What gains by compression; pictures and fonts are compressed already. */
const compressible = /\.(?:m?js|css|html|svg|json|webmanifest)$/
/** Below this the headers weigh more than what is saved. */
const leastBytes = 512

/**
 * Finishes the built files for the server: `boot.js` and a service worker that know their names, and
 * each text file also as Brotli and gzip, so that nothing is compressed while someone waits.
 */
export function servedFiles(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'muster:served-files',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved
    },
    closeBundle: async () => {
      const folder = resolve(config.root, config.build.outDir)
      writeFileSync(join(folder, 'boot.js'), await makeBoot(config.root, shellFiles(folder)))
      writeServiceWorker(config.root, folder)
      compressFolder(folder)
    },
  }
}

/**
 * Puts Brotli and gzip beside each text file of a folder; the benchmark's bare page has them too.
 * @public
 */
export function compressFolder(folder: string): void {
  for (const name of filesOf(folder)) compress(join(folder, name))
}

/** Paths within the folder, without what begins with a dot. */
const filesOf = (folder: string): readonly string[] =>
  globSync('**/*', { cwd: folder })
    .filter((name) => statSync(join(folder, name)).isFile() && !/\.(?:br|gz)$/.test(name))
    .toSorted()

/** What is behind the sign-in, with the layout that most see: its part of the code in vite.config.ts. */
const shell = 'shellFrame'

/** The files of the shell, those of the page itself left out. */
function shellFiles(folder: string): readonly string[] {
  const manifest = readManifest(folder)
  const page = reached(manifest, ['index.html'])
  const named = Object.keys(manifest).filter((key) => manifest[key]?.name === shell)
  if (named.length === 0) throw new Error(`the build has no part ${shell}`)
  return [...reached(manifest, named)].filter((file) => !page.has(file))
}

interface Chunk {
  readonly file: string
  readonly name?: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

function readManifest(folder: string): Readonly<Record<string, Chunk>> {
  const text = readFileSync(join(folder, '.vite/manifest.json'), 'utf8')
  // The bundler wrote it, in the form that its documentation gives.
  return JSON.parse(text) as Readonly<Record<string, Chunk>>
}

/** The files of chunks and of all that they import, other than dynamically. */
function reached(manifest: Readonly<Record<string, Chunk>>, names: readonly string[]): Set<string> {
  const seen = new Set<string>()
  const waiting = [...names]
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (seen.has(one)) continue
    seen.add(one)
    waiting.push(...(manifest[one]?.imports ?? []))
  }
  const chunks = [...seen].flatMap((one) => manifest[one] ?? [])
  return new Set(chunks.flatMap(({ file, css = [] }) => [file, ...css]))
}

/** Not kept ahead: the letters of a script are fetched by those who read it. */
const ofOneScript = /arabic[^/]*\.woff2$/

/** Nor what draws maps, which is larger than all the rest: with the first map. */
const ofMaps = /^assets\/(?:mapLibre|maplibre-gl|mapBase)[^/]*$/

function writeServiceWorker(root: string, folder: string): void {
  const files = filesOf(folder).filter(
    (name) => name !== 'sw.js' && !ofOneScript.test(name) && !ofMaps.test(name),
  )
  const hash = createHash('sha256')
  for (const name of files) hash.update(name).update(readFileSync(join(folder, name)))
  const source = readFileSync(join(root, 'serviceWorker.js'), 'utf8')
  const filled = source
    .replace("'VERSION'", JSON.stringify(hash.digest('hex').slice(0, 16)))
    .replace("['FILES']", JSON.stringify(files))
  writeFileSync(join(folder, 'sw.js'), filled)
}

function compress(path: string): void {
  if (!compressible.test(path)) return
  const bytes = readFileSync(path)
  if (bytes.length < leastBytes) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }))
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
}
