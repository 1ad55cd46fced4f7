import { mqttClients, mqttConfig, mqttDefaults, mqttMessages } from '@muster/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { listSpec } from '../../../../test/listSpec.tsx'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { ClientList } from './ClientList.tsx'
import { ConnectionsCard } from './ConnectionsCard.tsx'
import { MessagesCard } from './MessagesCard.tsx'
import { TopicList } from './TopicList.tsx'

listSpec('clients', { Screen: ClientList, page: mqttClients.page })

describe('how connections are kept', () => {
  beforeEach(() => {
    prepareBrowser()
    signInAs('all')
  })
  afterEach(cleanup)

  const open = (broker: 'EMBEDDED' | 'NATS') => {
    const server = answerCalls()
    server.reply(mqttConfig.metrics, () => ({
      broker,
      nodes: [],
      keepDays: 15,
      publishPerMinute: 600,
    }))
    server.reply(mqttDefaults.get, () => mqttDefaults.save.schemas.body.parse({ version: 0 }))
    show(<ConnectionsCard card="connections" onDirty={() => undefined} />)
  }

  it('is set for the embedded broker', async () => {
    open('EMBEDDED')
    await screen.findByRole('textbox', { name: /Longest keep-alive/ })
    screen.getByRole('textbox', { name: /Messages under way/ })
    expect(screen.queryByText(/NATS takes what each terminal asks for/)).toBeNull()
  })

  it('says of NATS what it decides itself, and why', async () => {
    open('NATS')
    await screen.findByText(/NATS takes what each terminal asks for/)
    screen.getByRole('textbox', { name: /Largest message/ })
    expect(screen.queryByRole('textbox', { name: /Longest keep-alive/ })).toBeNull()
  })
})

describe('how messages are sent', () => {
  beforeEach(prepareBrowser)
  afterEach(cleanup)

  const open = (broker: 'EMBEDDED' | 'NATS') => {
    signInAs('all')
    const server = answerCalls()
    server.reply(mqttConfig.metrics, () => ({
      broker,
      nodes: [],
      keepDays: 15,
      publishPerMinute: 600,
    }))
    const shipped = mqttMessages.save.schemas.body.parse({ version: 0 })
    server.reply(mqttMessages.get, () => shipped)
    server.reply(mqttMessages.save, () => ({ ...shipped, version: 1 }))
    show(<MessagesCard card="messages" onDirty={() => undefined} />)
    return server
  }

  it('is set for each sort of them', async () => {
    const server = open('EMBEDDED')
    const commands = within(await screen.findByRole('group', { name: 'Command' }))
    fireEvent.change(commands.getByLabelText(/Quality/), { target: { value: '0' } })
    fireEvent.change(commands.getByLabelText(/Expires after/), { target: { value: '90' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.of(mqttMessages.save)).toHaveLength(1))
    expect(server.of(mqttMessages.save)[0]?.body).toMatchObject({
      cmdQos: '0',
      cmdExpiry: 90,
      cfgQos: '1',
      cfgExpiry: 0,
    })
  })

  it('has no quality where NATS has one alone', async () => {
    open('NATS')
    await screen.findByText(/to NATS messages go at quality 0/)
    expect(screen.queryByLabelText(/Quality/)).toBeNull()
  })
})

describe('the topics', () => {
  beforeEach(prepareBrowser)
  afterEach(cleanup)

  it('are those of the contract, with the number that is typed', async () => {
    signInAs('all')
    const server = answerCalls()
    const shipped = mqttMessages.save.schemas.body.parse({ version: 0 })
    server.reply(mqttMessages.get, () => ({ ...shipped, cmdQos: '0' as const }))
    show(<TopicList />)
    expect(screen.getByText('tms/v1/{tenant}/{sn}/up/hb')).toBeTruthy()
    await waitFor(() => {
      const row = screen.getByText('tms/v1/main/N7-000123/down/cmd').closest('tr')
      expect(within(row ?? document.body).getByText('0')).toBeTruthy()
    })
    expect(screen.getByText('tms/v1/main/N7-000123/down/cmd')).toBeTruthy()
  })
})
