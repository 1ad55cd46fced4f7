// npm run pictures [-- words]: pictures of every page, in pictures/ (never committed).
//   --only workbench --only device   scenes whose name contains one of these
//   --size 390 --size 2560           widths (390, 1440 and 1920 where none is named)
//   --scheme dark --language ar      one look
//   --layout column --column arrow   a layout, a style of its column, a theme (--theme ocean)
//   --url http://… --password …      a product that runs already, as its administrator
//   --docs                           only those of the documentation, into docs/pictures
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildConsole } from './buildConsole.mjs'
import { ensureChromium } from './chromium.mjs'
import { install, root } from './install.mjs'
import { becomeProgram } from './processes.mjs'

const words = process.argv.slice(2)
if (words.includes('--help')) {
  const [usage = ''] = readFileSync(join(root, 'scripts', 'pictures.mjs'), 'utf8').split(
    '\nimport ',
  )
  console.log(usage.replaceAll(/^\/\/ /gm, ''))
  process.exit()
}
const { node, env } = install()
if (!words.includes('--url')) buildConsole({ node, env })
becomeProgram(node, [join(root, 'e2e', 'pictures.ts'), ...words], ensureChromium({ node, env }))
