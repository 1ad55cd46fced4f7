import { mqttClients, mqttConfig, mqttDefaults } from '@muster/contract'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { listSpec } from '../../../../test/listSpec.tsx'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { ClientList } from './ClientList.tsx'
import { ConnectionsCard } from './ConnectionsCard.tsx'
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

describe('the topics', () => {
  beforeEach(prepareBrowser)
  afterEach(cleanup)

  it('are those of the contract, with the number that is typed', async () => {
    show(<TopicList />)
    expect(screen.getByText('tms/v1/{tenant}/{sn}/up/hb')).toBeTruthy()
    expect(screen.getByText('tms/v1/main/N7-000123/down/cmd')).toBeTruthy()
  })
})
