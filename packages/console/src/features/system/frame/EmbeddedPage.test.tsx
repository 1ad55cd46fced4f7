import { frames } from '@muster/contract'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { menuItem } from '../../../../test/menuItem.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { PageContext, usePage } from '../../../kit/page/page.ts'
import { useSession } from '../../../kit/session.ts'
import { EmbeddedPage } from './EmbeddedPage.tsx'

const url = 'https://board.example/day'
let calls: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  calls = answerCalls()
  signInAs('all')
})

afterEach(cleanup)

/** Opens the page whose address the permission tree holds. */
function open(iframeUrl: string | null): void {
  const permissions = [menuItem('/board', { frontName: 'Board', iframeUrl })]
  useSession.setState(({ user }) => ({ user: user && { ...user, permissions } }))
  show(<Board />)
}

function Board() {
  const route = menuItem('/board', { frontName: 'Board', menuName: 'Board' })
  const page = usePage()
  return (
    <PageContext value={{ ...page, route }}>
      <EmbeddedPage />
    </PageContext>
  )
}

it('shows the page in a sandbox that learns nothing of where it stands', async () => {
  calls.reply(frames.check, () => ({ embeds: true, url }))
  open(url)
  const frame = await screen.findByTitle('Board')
  expect(frame.getAttribute('src')).toBe(url)
  expect(frame.getAttribute('referrerpolicy')).toBe('no-referrer')
  expect(frame.getAttribute('sandbox')).not.toContain('top-navigation')
  expect(screen.getByRole('status').textContent).toBe('Loading the page')
  fireEvent.load(frame)
  expect(screen.queryByRole('status')).toBeNull()
  expect(screen.getByRole('link').getAttribute('href')).toBe(url)
})

it('offers a new window for a page that refuses to be embedded', async () => {
  calls.reply(frames.check, () => ({ embeds: false, url }))
  open(url)
  expect((await screen.findByRole('alert')).textContent).toContain('cannot be shown here')
  expect(screen.queryByTitle('Board')).toBeNull()
  expect(screen.getByRole('link').getAttribute('target')).toBe('_blank')
})

it('says so when our own policy keeps the page out', async () => {
  calls.reply(frames.check, () => ({ embeds: true, url }))
  open(url)
  await screen.findByTitle('Board')
  const violation = { effectiveDirective: 'frame-src', blockedURI: 'https://board.example' }
  act(() => {
    document.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), violation))
  })
  expect(screen.getByRole('alert').textContent).toContain('cannot be shown here')
})

it('says so when the entry has no address', () => {
  open(null)
  expect(screen.getByRole('alert').textContent).toBe('This menu entry has no address of a page')
})

it('shows a signed address as it was signed, and signs anew for a window of its own', async () => {
  const [first, second] = [`${url}?sig=1`, `${url}?sig=2`]
  calls.reply(frames.check, () => ({ embeds: true, url: first }))
  open(url)
  expect((await screen.findByTitle('Board')).getAttribute('src')).toBe(first)
  calls.reply(frames.check, () => ({ embeds: true, url: second }))
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  fireEvent.click(screen.getByRole('link'))
  await waitFor(() => expect(opened).toHaveBeenCalledWith(second, '_blank', expect.any(String)))
  expect(screen.getByTitle('Board').getAttribute('src')).toBe(first)
})
