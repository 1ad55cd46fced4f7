import { beforeEach, expect, it, vi } from 'vitest'

localStorage.setItem('token', 'token')
const { askAhead, forgetStart, keepStart, lastStart, noteCall, takeAhead } = await import(
  './ahead.ts'
)

beforeEach(() => {
  localStorage.clear()
  document.head.replaceChildren()
})

const answer = () => Promise.resolve(new Response('{}'))

it('asks once, and each answer serves once', async () => {
  const ask = vi.fn<typeof answer>(answer)
  askAhead('/a', ask)
  askAhead('/a', ask)
  expect(ask).toHaveBeenCalledTimes(1)
  expect(await takeAhead('/a')?.then((response) => response.text())).toBe('{}')
  expect(takeAhead('/a')).toBeUndefined()
})

it('keeps what the page needed for the next start at the same address, once', () => {
  location.hash = '#/device/list'
  for (const [rel, href] of [
    ['modulepreload', 'https://console.test/assets/list-1.js'],
    ['stylesheet', 'https://console.test/assets/list-1.css'],
    ['modulepreload', './assets/shell-1.js'],
    ['icon', 'https://console.test/assets/icon.svg'],
  ] as const)
    document.head.append(Object.assign(document.createElement('link'), { rel, href }))
  document.querySelector('[href*=shell]')?.setAttribute('href', './assets/shell-1.js')
  noteCall('/admin/device/v1/device/page?pageNum=1')
  askAhead('/in-vain', answer)
  keepStart()
  noteCall('/later')
  keepStart()
  expect(lastStart('#/device/list')).toMatchObject({
    files: ['assets/list-1.js', 'assets/list-1.css', 'assets/shell-1.js'],
    calls: ['/admin/device/v1/device/page?pageNum=1'],
  })
  expect(takeAhead('/in-vain')).toBeUndefined()
  expect(lastStart('#/other')).toEqual({ files: [], calls: [] })
  forgetStart()
  expect(lastStart('#/device/list')).toEqual({ files: [], calls: [] })
})

it('takes whatever else stands there for nothing', () => {
  localStorage.setItem('start', '{not json')
  expect(lastStart('#/')).toEqual({ files: [], calls: [] })
})
