import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { Loaded } from './Screen.tsx'

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
})
afterEach(cleanup)

const pending = { data: undefined, error: null, refetch: () => undefined }

it.each([
  ['lines', 3],
  ['fields', 6],
  ['rows', 4],
] as const)('stands in the shape of %s where content is awaited', (shape, count) => {
  show(
    <Loaded query={pending} permission="DEVICE_LIST" shape={shape}>
      {() => null}
    </Loaded>,
  )
  const awaited = screen.getByRole('status', { name: 'Loading' })
  expect(awaited.querySelectorAll('.mantine-Skeleton-root')).toHaveLength(count)
})

it('is the only way to wait for content: nothing turns but a button that was pressed', () => {
  const source = join(import.meta.dirname, '../..')
  const files = globSync('**/*.{ts,tsx}', { cwd: source })
  expect(files.length).toBeGreaterThan(500)
  const turning = files.filter(
    (file) =>
      !file.endsWith('.test.tsx') &&
      /\b(?:Loader|LoadingOverlay|Spin)\b/.test(readFileSync(join(source, file), 'utf8')),
  )
  expect(turning).toEqual([])
  // Not content: the console itself is without its server, and seeks it.
  const rotating = globSync('**/*.css', { cwd: source }).filter((file) =>
    /rotate: ?(?:360deg|1turn)/.test(readFileSync(join(source, file), 'utf8')),
  )
  expect(rotating.map((file) => file.replaceAll('\\', '/')).sort()).toEqual([
    'shell/tools/ConnectivityBanner.module.css',
  ])
})
