import { expect, type Page } from '@playwright/test'
import { signIn, test } from './people.ts'
import { openEach, openTerminals } from './tabs.ts'

test('at most 20 pages live, and those that follow leave the memory as it was', async ({
  page,
}) => {
  // Some eighty pages: a busy machine takes its time.
  test.setTimeout(900_000)
  await signIn(page)
  await openTerminals(page, 18)
  await openEach(page, ['/device/model', '/system/area', '/vendor/list'])
  await expect(page.locator('header [role=tab]')).toHaveCount(23)
  await expect(page.locator('main section[data-path]')).toHaveCount(20)
  await page.getByRole('button', { name: 'More for this page' }).click()
  await page.getByRole('menuitem', { name: 'Close all' }).click()
  await openEach(page, ['/device/list'])
  await expect(
    page
      .getByRole('cell')
      .getByRole('link', { name: /^DEMO-/ })
      .nth(4),
  ).toBeVisible()

  const hashes = ['/device/model', '/system/area', '/vendor/list', '/device/category']
  const terminals = await page
    .getByRole('cell')
    .getByRole('link', { name: /^DEMO-/ })
    .evaluateAll((all) => all.slice(0, 4).map((link) => link.getAttribute('href')?.slice(1) ?? ''))
  await openAndClose(page, [...hashes, ...terminals], 24)
  const before = await heap(page)
  // Each of the eight pages six times: what one of them leaves behind, it leaves six times.
  const took = await openAndClose(page, [...hashes, ...terminals], 48)
  const after = await heap(page)
  const growth = (100 * (after - before)) / before
  console.log(
    `heap ${mega(before)} → ${mega(after)} MB (${growth.toFixed(1)} %), 48 cycles of ${took.toFixed(0)} ms`,
  )
  expect(growth).toBeLessThan(5)
})

const mega = (bytes: number) => (bytes / 1e6).toFixed(1)

/** Opens pages in turn by their address and closes each by its key; answers the milliseconds of one turn. */
function openAndClose(page: Page, paths: readonly string[], cycles: number): Promise<number> {
  return page.evaluate(
    async ({ paths, cycles }) => {
      const until = async (holds: () => boolean) => {
        while (!holds()) await new Promise((resolve) => setTimeout(resolve, 4))
      }
      const active = () =>
        document.querySelector<HTMLElement>('header [role=tab][aria-selected=true]')
      const home = active()?.id
      const started = performance.now()
      for (let cycle = 0; cycle < cycles; cycle++) {
        location.hash = `#${paths[cycle % paths.length]}`
        await until(() => active()?.id !== home)
        await until(() => {
          const panel = document.getElementById(active()?.getAttribute('aria-controls') ?? '')
          return panel?.querySelector('td, dl, [role=tabpanel]') != null
        })
        active()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete', bubbles: true }))
        await until(() => active()?.id === home)
      }
      return (performance.now() - started) / cycles
    },
    { paths, cycles },
  )
}

/**
 * Bytes that stay after a collection, the DOM's among them. What the browser compiles of code that
 * runs often is no part of it: that grows with the number of turns, whatever they do.
 */
async function heap(page: Page): Promise<number> {
  const tools = await page.context().newCDPSession(page)
  await tools.send('HeapProfiler.enable')
  // What timers still hold of the last page is free a moment later.
  for (let round = 0; round < 3; round++) {
    await page.waitForTimeout(500)
    await tools.send('HeapProfiler.collectGarbage')
  }
  const parts: string[] = []
  tools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => parts.push(chunk))
  await tools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await tools.detach()
  const snapshot: Snapshot = JSON.parse(parts.join(''))
  return bytesOf(snapshot)
}

interface Snapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[]
      readonly node_types: readonly [readonly string[]]
    }
  }
  readonly nodes: readonly number[]
}

function bytesOf({ snapshot: { meta }, nodes }: Snapshot): number {
  const width = meta.node_fields.length
  const size = meta.node_fields.indexOf('self_size')
  const code = meta.node_types[0].indexOf('code')
  let bytes = 0
  for (let at = 0; at < nodes.length; at += width)
    if (nodes[at] !== code) bytes += nodes[at + size] ?? 0
  return bytes
}
