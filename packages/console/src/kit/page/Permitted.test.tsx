import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { signInAs } from '../../../test/show.tsx'
import { forgetSession } from '../session.ts'
import { Permitted } from './Permitted.tsx'

afterEach(() => {
  cleanup()
  forgetSession()
})

it.each([
  { name: 'one of the codes', btns: ['B'], hidden: false, isThere: true },
  { name: 'none of the codes', btns: ['X'], hidden: false, isThere: false },
  { name: 'one of the codes, the other way round', btns: ['B'], hidden: true, isThere: false },
  { name: 'none of the codes, the other way round', btns: ['X'], hidden: true, isThere: true },
])('keeps or removes an element for who holds $name', ({ btns, hidden, isThere }) => {
  signInAs(btns)
  render(
    <Permitted to={['A', 'B']} hidden={hidden}>
      <button type="button">Press</button>
    </Permitted>,
  )
  expect(screen.queryByRole('button') !== null).toBe(isThere)
})
