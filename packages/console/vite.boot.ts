import { join } from 'node:path'
import { languages, session, site, userTheme } from '@muster/contract'
import { build, type Plugin } from 'vite'

/** Given to the script as text: the calls themselves would bring all their schemas. */
const startPaths = {
  everybody: [site.init, languages.startPack].map(({ path }) => path),
  signedIn: [session.info, session.menu, userTheme.get].map(({ path }) => path),
}

/**
 * `boot.js`: what runs before the first paint and before any module, made of `src/boot.ts` with all
 * that it imports, as one classic script.
 * @param shellFiles what it fetches beside the page's own files for whoever is signed in
 */
export async function makeBoot(root: string, shellFiles: readonly string[]): Promise<string> {
  const made = await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { shellFiles: JSON.stringify(shellFiles), startPaths: JSON.stringify(startPaths) },
    build: {
      target: 'es2023',
      write: false,
      rolldownOptions: { input: join(root, 'src/boot.ts'), output: { format: 'iife' } },
    },
  })
  const outputs = Array.isArray(made) ? made : [made]
  const [chunk] = outputs.flatMap((one) => ('output' in one ? one.output : []))
  if (chunk?.type !== 'chunk') throw new Error('src/boot.ts was not built')
  return chunk.code
}

/** `npm run dev` has no built files: the script is made for each page. */
export function bootForDevelopment(): Plugin {
  return {
    name: 'muster:boot',
    apply: 'serve',
    configureServer: ({ middlewares, config }) => {
      middlewares.use('/boot.js', (_request, response, next) => {
        makeBoot(config.root, []).then(
          (code) => response.setHeader('content-type', 'text/javascript').end(code),
          next,
        )
      })
    },
  }
}
