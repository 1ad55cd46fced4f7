// node scripts/icons.mjs: draws the icons of the installed console from its favicon. Run it after
// the favicon has changed; the pictures are kept in the tree.
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './install.mjs'

const { chromium } = createRequire(join(root, 'e2e', 'package.json'))('@playwright/test')
const folder = join(root, 'packages', 'console', 'public')
const icon = join(folder, 'favicon.svg')
const svg = readFileSync(icon, 'utf8')

// A maskable icon may be cut to a circle of 80 %: its ground fills the square, its sign is smaller.
const ground = /<rect[^>]*fill="([^"]+)"/.exec(svg)?.[1] ?? '#1068c4'
const sign = svg.replace(/<rect[^>]*\/>/, '').replace(/<\/?svg[^>]*>/g, '')
const maskable = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${ground}"/><g transform="translate(4.8 4.8) scale(.7)">${sign}</g></svg>`

mkdirSync(join(folder, 'icons'), { recursive: true })
copyFileSync(icon, join(folder, 'icons', 'icon.svg'))
const executablePath = process.env.CHROMIUM_PATH
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
await draw('icon-192.png', svg, 192)
await draw('icon-512.png', svg, 512)
await draw('maskable-512.png', maskable, 512)
await browser.close()

async function draw(name, picture, side) {
  const page = await browser.newPage({ viewport: { width: side, height: side } })
  const source = `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}`
  await page.setContent(
    `<body style="margin:0"><img src="${source}" width="${side}" height="${side}" style="display:block">`,
  )
  await page.screenshot({ path: join(folder, 'icons', name), omitBackground: true })
  await page.close()
}
