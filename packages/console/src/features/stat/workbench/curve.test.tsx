import { asyncTasks, workbench } from '@muster/contract'
import { QueryClient } from '@tanstack/react-query'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerBoard, cardOf, countedAt, model } from '../../../../test/board.ts'
import { menuItem } from '../../../../test/menuItem.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { query } from '../../../kit/queries.ts'
import { useSession } from '../../../kit/session.ts'
import { takeRegion } from '../../../platform/format.ts'
import { Workbench } from './Workbench.tsx'

let server: ReturnType<typeof answerBoard>

beforeEach(() => {
  prepareBrowser()
  signInAs(['DASHBOARD_ONLINE'])
  server = answerBoard()
})
afterEach(() => {
  cleanup()
  takeRegion({ timeZone: null, dateFormat: 'locale' })
})

it('reads a curve point by point with the arrow keys', async () => {
  show(<Workbench />)
  const card = await cardOf('Terminals online')
  const curve = card.getByRole('slider', { name: /between 3 and 4, last 4/ })
  curve.focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(curve.getAttribute('aria-valuetext')).toMatch(/: 3$/)
  await userEvent.keyboard('{End}')
  expect(curve.getAttribute('aria-valuetext')).toMatch(/: 4$/)
})

it('names days as they are counted, whatever the clocks of their reader show', async () => {
  takeRegion({ timeZone: 'America/New_York', dateFormat: 'YYYY-MM-DD' })
  const points = [20, 21].map((day) => ({ at: `2026-11-${day}T00:00:00.000Z`, online: day }))
  server.reply(workbench.trend, () => ({ grain: 'DAY' as const, points }))
  show(<Workbench />, { span: '30' })
  const card = await cardOf('Terminals online')
  card.getByRole('slider', { name: /2026-11-20.*2026-11-21/ })
  await userEvent.click(card.getByRole('button', { name: 'More: Terminals online' }))
  await userEvent.click(
    await screen.findByRole('menuitem', { name: 'Show as a table', hidden: true }),
  )
  const cells = card.getAllByRole('cell').map(({ textContent }) => textContent)
  expect(cells.map((text) => text.replace(/[\u2066-\u2069]/g, ''))).toEqual([
    '2026-11-20',
    '20',
    '2026-11-21',
    '21',
  ])
})

it('marks on the curve of the day what one had done, without asking for it', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const told = { title: 'Restart 67 terminals', type: 'BATCH', createdAt: countedAt }
  const task = { id: '1', ...told } as never
  queries.setQueryData(query(asyncTasks.mine, {}).queryKey, [task])
  signInAs(['DASHBOARD_ONLINE'])
  show(<Workbench />, {}, {}, queries)
  const card = await cardOf('Terminals online')
  const curve = card.getByRole('slider', { name: /between 3 and 4/ })
  expect(curve.getAttribute('aria-valuetext')).toMatch(/: 4\n\u2068Restart 67 terminals\u2069$/)
  expect(server.of(asyncTasks.mine)).toEqual([])
})

it('marks on the curve what began for terminals, with the way to its record', async () => {
  const id = '01a2018d-3ba4-7e31-9cd6-28d5b7de8901'
  server.reply(workbench.happened, () => [
    { kind: 'PLAN' as const, id, at: '2026-11-22T04:20:00.000Z', name: 'Agent 2.4', about: null },
    {
      kind: 'TASK' as const,
      id: model.modelId,
      at: '2026-11-22T03:10:00.000Z',
      name: '',
      about: 'REBOOT',
    },
    {
      kind: 'APP' as const,
      id: '3',
      at: '2026-11-21T03:10:00.000Z',
      name: 'Before',
      about: 'iq.pay',
    },
  ])
  const frontComponent = (frontComponent: string) => ({ frontComponent })
  useSession.setState({ menu: [menuItem('/upgrade/plan', frontComponent('PLAN'))] })
  show(<Workbench />)
  const card = await cardOf('Terminals online')
  const list = within(await card.findByRole('list', { name: 'What began' }))
  const way = list.getByRole('link', { name: 'Upgrade plan: Agent 2.4' })
  expect(way.getAttribute('href')).toBe(`#/upgrade/plan?watch=${id}`)
  // Whoever has no such page reads what it was.
  expect(list.getByText('Task: Reboot').closest('a')).toBeNull()
  expect(list.getAllByRole('listitem')).toHaveLength(2)
  const curve = card.getByRole('slider', { name: /between 3 and 4/ })
  expect(curve.getAttribute('aria-valuetext')).toMatch(/: 4\n\u2068Upgrade plan: Agent 2\.4\u2069$/)
})
