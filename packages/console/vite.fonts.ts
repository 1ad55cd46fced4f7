import type { Plugin } from 'vite'

/** The letters of every page; those of other scripts are fetched where they are used. */
const ofEveryPage = /inter-latin[^/]*\.woff2$/

/** Names the typeface in the page itself: its file comes beside the style sheet, not after it. */
export function preloadFont(): Plugin {
  return {
    name: 'muster:preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const file = Object.keys(bundle).find((name) => ofEveryPage.test(name))
        if (!file) throw new Error('the build has no typeface')
        // Fonts are always asked for without credentials: a preload that differs is fetched twice.
        const attrs = {
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          href: `./${file}`,
          crossorigin: true,
        }
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' }]
      },
    },
  }
}
