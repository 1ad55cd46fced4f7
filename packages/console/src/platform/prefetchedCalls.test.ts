import { beforeEach, expect, it, vi } from 'vitest'

localStorage.setItem('token', 'token')
const { prefetchCall, forgetStart, keepStart, lastStart, noteCall, takePrefetched } = await import(
  './prefetchedCalls.ts'
)

beforeEach(() => {
  localStorage.clear()
  document.head.replaceChildren()
})

const answer = () => Promise.resolve(new Response('{}'))

it('asks once, and each answer serves once', async () => {
  const ask = vi.fn<typeof answer>(answer)
  prefetchCall('/a', ask)
  prefetchCall('/a', ask)
  expect(ask).toHaveBeenCalledTimes(1)
  expect(await takePrefetched('/a')?.then((response) => response.text())).toBe('{}')
  expect(takePrefetched('/a')).toBeUndefined()
})

it('keeps what the page needed for the next start at the same address, once', () => {
  location.hash = '#/device/list'
  for (const [rel, href] of [
    ['modulepreload', 'https://console.test/assets/list-1.js'],
    ['stylesheet', 'https://console.test/assets/list-1.css'],
    ['modulepreload', './assets/shell-1.js'],
    ['icon', 'https://console.test/assets/icon.svg'],
    ['preload', 'https://console.test/assets/inter-1.woff2'],
  ] as const)
    document.head.append(Object.assign(document.createElement('link'), { rel, href }))
  document.querySelector('[href*=inter]')?.setAttribute('as', 'font')
  document.querySelector('[href*=shell]')?.setAttribute('href', './assets/shell-1.js')
  noteCall('/admin/device/v1/device/page?pageNum=1')
  prefetchCall('/in-vain', answer)
  keepStart()
  noteCall('/later')
  keepStart()
  expect(lastStart('#/device/list')).toMatchObject({
    files: ['assets/list-1.js', 'assets/list-1.css', 'assets/shell-1.js'],
    calls: ['/admin/device/v1/device/page?pageNum=1'],
  })
  expect(takePrefetched('/in-vain')).toBeUndefined()
  expect(lastStart('#/other')).toEqual({ files: [], calls: [] })
  forgetStart()
  expect(lastStart('#/device/list')).toEqual({ files: [], calls: [] })
})

it('serves nobody with what was asked in the name of a session that has ended', () => {
  prefetchCall('/admin/device/v1/device/page?pageNum=1', answer)
  forgetStart()
  expect(takePrefetched('/admin/device/v1/device/page?pageNum=1')).toBeUndefined()
})

it('takes whatever else stands there for nothing', () => {
  localStorage.setItem('start', '{not json')
  expect(lastStart('#/')).toEqual({ files: [], calls: [] })
})
