import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { prepareBrowser } from '../../../test/show.tsx'
import { useNotices } from '../../kit/notify.ts'
import { FullScreenTool } from './FullScreenTool.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

it('says 开启全屏失败 when the browser refuses', async () => {
  document.documentElement.requestFullscreen = () => Promise.reject(new TypeError('no'))
  render(<FullScreenTool />)
  await userEvent.click(screen.getByRole('button', { name: 'Full screen' }))
  await vi.waitFor(() => expect(useNotices.getState().list.at(-1)?.text).toBe('开启全屏失败'))
})

it('fills the screen and gives it back', async () => {
  const asked: string[] = []
  const turn = (element: Element | null, name: string) => () => {
    asked.push(name)
    Object.defineProperty(document, 'fullscreenElement', { value: element, configurable: true })
    document.dispatchEvent(new Event('fullscreenchange'))
    return Promise.resolve()
  }
  document.documentElement.requestFullscreen = turn(document.body, 'fill')
  document.exitFullscreen = turn(null, 'leave')
  Object.defineProperty(document, 'fullscreenElement', { value: null, configurable: true })
  render(<FullScreenTool />)
  await userEvent.click(screen.getByRole('button', { name: 'Full screen' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Leave full screen' }))
  expect(asked).toEqual(['fill', 'leave'])
})
