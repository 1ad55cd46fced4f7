import type { Call } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ListSlots } from '../src/kit/list/slots.tsx'
import { answerNothing } from './anyList.ts'
import { prepareBrowser, show, signInAs } from './show.tsx'
import { wholeList } from './wholeList.ts'

export interface Listing {
  readonly Screen: ComponentType
  readonly page: Call
}

const showList = (Screen: ComponentType) =>
  show(
    <ListSlots value={wholeList}>
      <Screen />
    </ListSlots>,
  )

/** What every list must do. */
export function listSpec(name: string, { Screen, page }: Listing): void {
  describe(`the list of ${name}`, () => {
    beforeEach(prepareBrowser)
    afterEach(cleanup)

    it('has a keyword, saved views, a choice of columns and a pause', async () => {
      const server = answerNothing()
      signInAs('all')
      const address = showList(Screen)
      await screen.findByRole('button', { name: 'Columns' })
      screen.getByRole('button', { name: 'Views' })
      await screen.findByRole('button', { name: 'Pause' })
      const keyword = document.querySelector<HTMLInputElement>('search input')
      if (!keyword) throw new Error('there is no keyword')
      await userEvent.type(keyword, 'basra{Enter}')
      expect(address.query['keyword']).toBe('basra')
      await waitFor(() => {
        const sought = server.asked.filter(({ pathname }) => pathname === page.path).at(-1)
        expect(sought?.searchParams.get('keyword')).toBe('basra')
      })
      await waitFor(() => expect(screen.getAllByText('Nothing matches').length).toBeGreaterThan(0))
    })

    it('tells who may not see it which permission is missing, and asks for nothing', async () => {
      const server = answerNothing()
      signInAs([])
      showList(Screen)
      const isOwn = page.permission === 'signedIn'
      if (!isOwn) await screen.findAllByText(new RegExp(`permission ${page.permission}\\.`))
      await waitFor(() =>
        expect(server.asked.some(({ pathname }) => pathname === page.path)).toBe(isOwn),
      )
    })
  })
}
