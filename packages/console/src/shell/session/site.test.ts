import { afterEach, expect, it, vi } from 'vitest'
import { prepareBrowser } from '../../../test/show.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.resetModules()
})

/** The footer of a site in the year 2031. */
async function footer(copyright: string | null): Promise<string> {
  vi.setSystemTime(new Date('2031-05-01'))
  vi.resetModules()
  prepareBrowser()
  const { takeTexts } = await import('../../platform/texts.ts')
  takeTexts({ 'shell.copyright': 'Copyright 2015-{year} {site}' })
  const { copyrightLine, takeSite } = await import('./site.ts')
  takeSite({ webName: 'Our Terminals', favicon: null, copyright } as never)
  return copyrightLine()
}

it('says Copyright 2015-{year} and the title, or the text of the site', async () => {
  expect(await footer(null)).toBe('Copyright 2015-2031 Our Terminals')
  expect(await footer('All ours')).toBe('All ours')
})
