import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { prepareBrowser } from '../../../test/show.tsx'
import { StatusPage } from './StatusPage.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

it('names the permission that is missing', () => {
  location.hash = '/403?permission=AREA_LIST'
  render(<StatusPage code={403} />)
  expect(document.body.textContent).toContain('Missing permission: AREA_LIST')
  expect(screen.getByRole('link').getAttribute('href')).toBe('#/')
})

it('says nothing of permissions where none is named', () => {
  location.hash = '/404?permission=AREA_LIST'
  render(<StatusPage code={404} />)
  expect(document.body.textContent).not.toContain('AREA_LIST')
})

it('offers its two ways out as buttons of one kind', () => {
  location.hash = '/404'
  render(<StatusPage code={404} find={vi.fn<() => void>()} />)
  expect(screen.getByRole('button').className).toBe(screen.getByRole('link').className)
})
