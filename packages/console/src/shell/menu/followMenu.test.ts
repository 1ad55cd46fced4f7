import { codes, session } from '@muster/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, refuse } from '../../../test/answers.ts'
import { menuItem } from '../../../test/menuItem.ts'
import { signInAs } from '../../../test/show.tsx'
import { queries } from '../../kit/queries.ts'
import { useSession } from '../../kit/session.ts'
import { followMenu } from './followMenu.ts'

let server: ReturnType<typeof answerCalls>
let stop: () => void

beforeEach(() => {
  server = answerCalls()
  signInAs(['AREA_LIST'])
  useSession.setState({ menu: [] })
  stop = followMenu('Layla')
})
afterEach(() => {
  stop()
  queries.clear()
  vi.unstubAllGlobals()
})

/** As the live stream does when an administrator has changed the menu. */
const change = () =>
  queries.invalidateQueries({ predicate: ({ queryKey: [first] }) => first === session.menu.path })

it('takes over the changed menu and rights, and asks for nothing before', async () => {
  expect(server.asked).toEqual([])
  const user = { ...useSession.getState().user, btns: [] } as never
  server.reply(session.info, () => user)
  server.reply(session.menu, () => [menuItem('/new')])
  await change()
  expect(useSession.getState()).toMatchObject({ user: { btns: [] }, menu: [{ frontPath: '/new' }] })
})

it('keeps what it has when it cannot be read', async () => {
  server.refuse(session.info, refuse(codes.failure, 'Broken'))
  server.reply(session.menu, () => [menuItem('/new')])
  await change()
  expect(useSession.getState()).toMatchObject({ user: { btns: ['AREA_LIST'] }, menu: [] })
})

it('hears nothing more when it was stopped', async () => {
  stop()
  await change()
  expect(server.asked).toEqual([])
})
