import {
  type FoundCrash,
  type LogFile,
  logFiles,
  logRules,
  type LogTrace,
  logTraces,
  traceTerminals,
} from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answers.ts'
import { listSpec } from '../../../test/listSpec.tsx'
import { prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { useNotices } from '../../kit/notify.ts'
import { LogFileList } from './file/LogFileList.tsx'
import { LogRules } from './file/LogRules.tsx'
import { TraceForm } from './trace/TraceForm.tsx'
import { TraceView } from './trace/TraceView.tsx'
import { TraceScreen } from './TraceScreen.tsx'
import { LogViewer } from './view/LogViewer.tsx'

listSpec('log files', { Screen: LogFileList, page: logFiles.page })
listSpec('rules for logs', { Screen: LogRules, page: logRules.page })
listSpec('traces', { Screen: TraceScreen, page: logTraces.page })

const id = '01a2018d-3ba4-7e31-9cd6-28d5b7de897d'

const file: LogFile = {
  id,
  deviceId: id,
  sn: 'N7-000123',
  modelName: 'N7',
  orgName: 'North',
  name: 'N7-000123-20261126.log.gz',
  types: ['APP', 'CRASH'],
  from: null,
  to: null,
  bytes: 1200,
  lines: 900,
  trigger: 'CRASH',
  ruleName: 'Crashes of the till',
  requestedBy: null,
  requestedAt: '2026-11-26T10:00:00.000Z',
  state: 'READY',
  percent: null,
  code: null,
  crashes: 2,
  packages: ['com.example.till'],
  storedAt: '2026-11-26T10:01:00.000Z',
  expiresAt: '2027-05-26T10:00:00.000Z',
  pushId: id,
}

const trace: LogTrace = {
  id,
  traceNo: 'LT20261126-0001',
  deviceId: id,
  sn: 'N7-000123',
  orgName: 'North',
  kinds: ['SYSTEM'],
  level: 'DEBUG',
  packages: [],
  pattern: null,
  mode: 'LIVE',
  maxMinutes: 10,
  maxMb: 20,
  reason: 'a test',
  state: 'STREAMING',
  cause: null,
  createdAt: '2026-11-26T10:00:00.000Z',
  createdBy: 'layla',
  startedAt: '2026-11-26T10:00:01.000Z',
  lastAt: '2026-11-26T10:02:01.000Z',
  endedAt: null,
  bytes: 3000,
  lines: 40,
  gaps: 3,
  lostLines: 7,
  isFiled: false,
  crashes: 0,
}

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
})
afterEach(cleanup)

/** Nothing is laid out here: what is drawn of many lines is said by the size of their box. */
function laidOut(): void {
  const size = { clientHeight: 400, clientWidth: 800 }
  beforeEach(() => {
    for (const [name, value] of Object.entries(size))
      Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value })
    HTMLElement.prototype.scrollTo = () => undefined
  })
  afterEach(() => {
    for (const name of Object.keys(size)) Reflect.deleteProperty(HTMLElement.prototype, name)
  })
}

const page = { pageNum: 1, pageSize: 20, total: 1 }

describe('the list of log files', () => {
  it('tells what was found in a log, and opens it by its address', async () => {
    const server = answerCalls()
    server.reply(logFiles.page, () => ({ ...page, list: [file] }))
    const address = show(<LogFileList />)
    await screen.findByText('2 found')
    screen.getByText('Crashes of the till')
    await userEvent.click(screen.getByRole('button', { name: 'View' }))
    expect(address.query['log']).toBe(id)
  })
})

describe('the viewer', () => {
  laidOut()
  const lines = Array.from({ length: 500 }, (_, n) =>
    n === 3 ? '11-26 10:00:00.000  1  1 E Till: broken' : `line ${n}`,
  )
  const crash: FoundCrash = { line: 400_100, kind: 'ANR', package: 'com.example.till', title: 'x' }

  const open = () => {
    const server = answerCalls()
    server.reply(logFiles.view, ({ query }) => ({
      total: 500_000,
      bytes: 200_000_000,
      from: Number(query['from']),
      lines,
    }))
    server.reply(logFiles.crashes, () => ({ list: [crash] }))
    show(<LogViewer of={logFiles} id={id} title="a log" />)
    return server
  }

  it('fetches the lines in sight alone, each in the colour of its level', async () => {
    const server = open()
    const broken = await screen.findByText(/Till: broken/)
    expect(broken.closest('[data-level]')?.getAttribute('data-level')).toBe('ERROR')
    expect(server.of(logFiles.view)).toHaveLength(1)
    screen.getByText('Lines 1 to 200,000')
  })

  it('jumps to a hang, however far away', async () => {
    const server = open()
    await userEvent.click(await screen.findByRole('button', { name: /Hang \(ANR\)/ }))
    await screen.findByText('Lines 400,001 to 500,000')
    await waitFor(() =>
      expect(server.of(logFiles.view).map(({ query }) => query['from'])).toContain('400000'),
    )
  })

  it('goes to the line of a time, and says where none is so late', async () => {
    const server = open()
    await screen.findByText(/Till: broken/)
    server.reply(logFiles.moment, ({ query: { time } }) => ({
      line: time === '11-26 10:02' ? 300_000 : null,
    }))
    const field = screen.getByLabelText('Go to time')
    await userEvent.type(field, '٢٥:٩٩')
    screen.getByText('This is no time: 10:02 or 11-26 10:02.')
    await userEvent.clear(field)
    await userEvent.type(field, '11-26 10:02{Enter}')
    await screen.findByText('Lines 200,001 to 400,000')
    await userEvent.clear(field)
    await userEvent.type(field, '23:59{Enter}')
    await waitFor(() =>
      expect(useNotices.getState().list.map(({ text }) => text)).toEqual([
        'No line of this log was written at this time or later.',
      ]),
    )
    expect(server.of(logFiles.moment)).toHaveLength(2)
  })

  it('looks on where the server came to, until the end', async () => {
    const server = open()
    await screen.findByText(/Till: broken/)
    server.reply(logFiles.search, ({ query }) => {
      const from = Number(query['from'])
      const next = from < 400_000 ? from + 200_000 : null
      return {
        hits: [{ line: from + 5, text: '11-26 10:00:00.000  1  1 E Till: found Here' }],
        next,
        total: 500_000,
      }
    })
    await userEvent.type(screen.getByLabelText('Process'), '١٢٣٤')
    await userEvent.type(screen.getByLabelText('Search'), 'here{Enter}')
    await screen.findByText('3 found')
    // What was found is in sight, and not the time at the beginning of its line.
    const hit = screen.getByRole('button', { name: /Line 400,006/ })
    expect(hit.querySelector('mark')?.textContent).toBe('Here')
    expect(hit.textContent).not.toContain('11-26')
    expect(server.of(logFiles.search).map(({ query }) => query['process'])).toEqual(
      Array.from({ length: 3 }, () => '1234'),
    )
  })
})

describe('a count by a pattern', () => {
  laidOut()
  it('adds up what each answer counts, and looks for what was found', async () => {
    const server = answerCalls()
    server.reply(logFiles.view, () => ({ total: 10, bytes: 10, from: 0, lines: ['first'] }))
    server.reply(logFiles.crashes, () => ({ list: [] }))
    server.reply(logFiles.tally, ({ query }) => ({
      counts: [
        { value: query['from'] === '0' ? 'Till' : 'Pay', count: 3 },
        { value: 'Net', count: 2 },
      ],
      next: query['from'] === '0' ? 5 : null,
      total: 10,
    }))
    server.reply(logFiles.search, () => ({ hits: [], next: null, total: 10 }))
    show(<LogViewer of={logFiles} id={id} title="a log" />)
    await screen.findByText('first')
    await userEvent.type(screen.getByLabelText('Search'), 'E (Till|Pay|Net)')
    await userEvent.click(screen.getByLabelText('Regular expression (RE2)'))
    await userEvent.click(screen.getByRole('button', { name: 'Count' }))
    await userEvent.click(await screen.findByRole('button', { name: /4 lines\s*Net/ }))
    await waitFor(() =>
      expect(server.of(logFiles.search).map(({ query }) => query['text'])).toEqual(['Net']),
    )
  })
})

describe('the form of a trace', () => {
  it('goes to what is missing when it cannot be sent', async () => {
    answerCalls().reply(traceTerminals.list, () => [])
    const dialog = { isOpen: true, record: null, open: () => undefined, close: () => undefined }
    show(<TraceForm dialog={dialog} done={() => undefined} />)
    await userEvent.type(await screen.findByLabelText(/Most minutes/), '5')
    // Whoever is chosen from comes with the list, and takes the place of a field that waits for it.
    const terminal = await screen.findByLabelText(/^Terminal/, {
      selector: 'input:not([readonly])',
    })
    await userEvent.click(screen.getByRole('button', { name: 'Start trace' }))
    await waitFor(() => expect(document.activeElement).toBe(terminal))
    expect(screen.getByLabelText(/Reason/).getAttribute('aria-invalid')).toBe('true')
  })

  it('finds the terminal by what of its number is typed', async () => {
    const server = answerCalls()
    server.reply(traceTerminals.list, () => [{ id, name: 'N7-000123', code: null }])
    server.reply(logTraces.start, () => trace)
    const dialog = { isOpen: true, record: null, open: () => undefined, close: () => undefined }
    show(<TraceForm dialog={dialog} done={() => undefined} />)
    const terminal = await screen.findByLabelText(/^Terminal/, {
      selector: 'input:not([readonly])',
    })
    await userEvent.type(terminal, '0123')
    await userEvent.click(await screen.findByText('N7-000123'))
    await userEvent.type(screen.getByLabelText(/Reason/), 'It declines cards')
    await userEvent.click(screen.getByRole('button', { name: 'Start trace' }))
    await waitFor(() => expect(server.of(logTraces.start)).toHaveLength(1))
    expect(server.of(logTraces.start)[0]?.body).toMatchObject({ deviceId: id })
  })
})

describe('a trace that is followed', () => {
  laidOut()
  const follow = () => {
    const server = answerCalls()
    server.reply(logTraces.tail, ({ query }) => ({
      trace,
      pieces:
        query['after'] === '-1'
          ? [
              { seq: 0, missing: 0, lost: 0, lines: ['one', 'two'] },
              { seq: 4, missing: 3, lost: 7, lines: ['five'] },
            ]
          : [],
    }))
    const dialog = { isOpen: true, record: id, close: () => undefined }
    show(<TraceView dialog={dialog} />)
    return server
  }

  it('shows what has come, and what is missing in it', async () => {
    const server = follow()
    await screen.findByText('five')
    screen.getByText('Pieces that are missing here, lost on the way: 3')
    screen.getByText('Lines that are missing here, thrown away by the terminal: 7')
    expect(server.of(logTraces.tail).map(({ query }) => query['after'])).toEqual(['-1', '4'])
  })

  it('is held still, sifted and stopped', async () => {
    const server = follow()
    await screen.findByText('five')
    await userEvent.click(screen.getByRole('button', { name: 'Pause' }))
    screen.getByRole('button', { name: 'Go on' })
    await userEvent.type(screen.getByLabelText('Show only lines with'), 'tw')
    await waitFor(() => expect(screen.queryByText('five')).toBeNull())
    screen.getByText('two')
    server.reply(logTraces.stop, () => ({ ...trace, state: 'STOPPED' as const }))
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }))
    await waitFor(() => expect(server.of(logTraces.stop)).toHaveLength(1))
  })
})
