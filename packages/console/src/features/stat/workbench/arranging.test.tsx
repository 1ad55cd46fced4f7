import { userWorkbench, workbenchCards, workbenchLayout } from '@muster/contract'
import { shippedTexts } from '@muster/contract/texts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerBoard, cardOf, titlesShown } from '../../../../test/board.ts'
import { fakeMap } from '../../../../test/fakeMap.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { cardTitles } from './cardTitles.ts'
import { Workbench } from './Workbench.tsx'

vi.mock('../../../kit/map/mapLibre.ts', () => ({
  openMap: () => Promise.resolve(fakeMap().handle),
}))

let server: ReturnType<typeof answerBoard>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  server = answerBoard()
})
afterEach(cleanup)

describe('arranging', () => {
  it('moves and hides cards by keys, and saves it for the user', async () => {
    server.reply(userWorkbench.save, ({ body }) => workbenchLayout().parse(body))
    const address = show(<Workbench />)
    await cardOf('The estate in numbers')
    await userEvent.click(screen.getByRole('button', { name: 'Arrange' }))
    await userEvent.click(screen.getByRole('button', { name: 'Move on: The estate in numbers' }))
    await userEvent.click(screen.getByRole('button', { name: 'Hide: Locked accounts' }))
    expect(titlesShown().slice(0, 2)).toEqual(['Terminals online', 'The estate in numbers'])
    expect(address.isDirty).toBe(true)
    // What was pressed is gone: the keys go on where the card has gone to.
    const shown = screen.getByRole('button', { name: 'Show: Locked accounts' })
    expect(document.activeElement).toBe(shown)
    await userEvent.keyboard('{Enter}')
    expect(document.activeElement?.closest('[data-card]')?.getAttribute('data-card')).toBe('LOCK')
    await userEvent.click(screen.getByRole('button', { name: 'Hide: Locked accounts' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save arrangement' }))
    await waitFor(() => expect(server.of(userWorkbench.save)).toHaveLength(1))
    expect(server.of(userWorkbench.save)[0]?.body).toMatchObject({
      order: ['ONLINE', 'ESTATE', ...workbenchCards.slice(2)],
      hidden: ['LOCK'],
    })
    expect(address.isDirty).toBe(false)
  })

  it('forgets everything when it is cancelled', async () => {
    show(<Workbench />)
    await cardOf('The estate in numbers')
    await userEvent.click(screen.getByRole('button', { name: 'Arrange' }))
    await userEvent.click(screen.getByRole('button', { name: 'Hide: The estate in numbers' }))
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(titlesShown()).toEqual(Object.values(cardTitles).map(textOf))
    expect(server.of(userWorkbench.save)).toEqual([])
  })
})

const en: Readonly<Record<string, string>> = shippedTexts['en'] ?? {}
const textOf = (key: string) => en[key]
