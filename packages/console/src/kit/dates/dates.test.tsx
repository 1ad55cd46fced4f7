import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'

const languages = ['en', 'ar-IQ'] as const

/** The page of a browser that keeps this language, with what a test needs of it. */
async function pageIn(language: (typeof languages)[number]) {
  localStorage.setItem('language', language)
  document.documentElement.lang = language
  document.documentElement.dir = language === 'en' ? 'ltr' : 'rtl'
  vi.resetModules()
  const { shippedTexts } = await import('@muster/contract/texts')
  const { prepareBrowser, show } = await import('../../../test/show.tsx')
  const { takeTexts } = await import('../../platform/texts.ts')
  const { DayInput } = await import('./DayInput.tsx')
  const { MomentInput } = await import('./MomentInput.tsx')
  const { TimeInput } = await import('./TimeInput.tsx')
  await import('../../ui/form/CalendarInput.tsx')
  prepareBrowser()
  takeTexts(shippedTexts[language] ?? {})
  return { show, DayInput, MomentInput, TimeInput }
}

/** Marks of direction are not seen. */
const seen = (text: string | null) => (text ?? '').replace(/[\u200e\u200f\u061c]/g, '')
/** The field once its calendar has come. */
const field = (name: string) =>
  waitFor(() => {
    const input = screen.getByLabelText<HTMLInputElement>(name)
    expect(input.readOnly).toBe(false)
    return input
  })
/** Without a layout the library takes what hangs on a field for out of sight; a calendar comes in time. */
const button = (name: string) => screen.findByRole('button', { name, hidden: true })
const weekdays = () =>
  screen.getAllByRole('columnheader', { hidden: true }).map((cell) => cell.textContent)

const changed = vi.fn<(value: string) => void>()
afterEach(() => {
  cleanup()
  changed.mockReset()
  localStorage.removeItem('language')
})

const expected = {
  en: {
    value: '11/20/2026',
    moment: '11/20/2026, 21:05',
    time: '21:30',
    month: 'November 2026',
    days: ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'],
    chosen: { label: '20 November 2026', text: '20' },
    other: '5 November 2026',
    years: '2020 – 2029',
    placeholder: 'MM/DD/YYYY',
  },
  'ar-IQ': {
    value: '٢٠/١١/٢٠٢٦',
    moment: '٢٠/١١/٢٠٢٦، ٢١:٠٥',
    time: '٢١:٣٠',
    month: 'November ٢٠٢٦',
    days: ['Sa', 'Su', 'Mo', 'Tu', 'We', 'Th', 'Fr'],
    chosen: { label: '٢٠ November ٢٠٢٦', text: '٢٠' },
    other: '٥ November ٢٠٢٦',
    years: '٢٠٢٠ – ٢٠٢٩',
    placeholder: 'DD/MM/YYYY',
  },
} as const

/** A minute of this computer's zone, on the wire. */
const local = (minute: string) => new Date(minute).toISOString()

it.each(languages)(
  "labels the date picker in English in %s, with the language's digits and week",
  async (language) => {
    const { show, DayInput } = await pageIn(language)
    const want = expected[language]
    show(<DayInput label="Day" value="2026-11-20" onChange={changed} />)
    const input = await field('Day')
    expect(seen(input.value)).toBe(want.value)
    expect(input.placeholder).toBe(want.placeholder)
    await userEvent.click(input)
    expect(await screen.findByLabelText('Previous month')).toBeTruthy()
    expect(await button('Next month')).toBeTruthy()
    expect(weekdays()).toEqual(want.days)
    expect((await button(want.chosen.label)).textContent).toBe(want.chosen.text)
    const month = await button('Choose a month')
    expect(month.textContent).toBe(want.month)
    await userEvent.click(month)
    expect(await screen.findByText('Nov')).toBeTruthy()
    await userEvent.click(await button('Choose a year'))
    expect(await screen.findByText(want.years)).toBeTruthy()
    expect(await button('Next decade')).toBeTruthy()
  },
)

it.each(languages)(
  'takes a day from the calendar and empties the field in %s',
  async (language) => {
    const { show, DayInput } = await pageIn(language)
    const want = expected[language]
    show(<DayInput label="Day" value="2026-11-20" onChange={changed} />)
    await userEvent.click(await field('Day'))
    await userEvent.click(await button(want.other))
    expect(changed).toHaveBeenLastCalledWith('2026-11-05')
    await userEvent.click(await screen.findByLabelText('Clear'))
    expect(changed).toHaveBeenLastCalledWith('')
  },
)

it.each(languages)(
  'takes a day that is typed in the digits of either script in %s',
  async (language) => {
    const { show, DayInput } = await pageIn(language)
    const want = expected[language]
    show(<DayInput label="Day" value="" onChange={changed} />)
    const input = await field('Day')
    fireEvent.change(input, { target: { value: want.value } })
    expect(changed).toHaveBeenLastCalledWith('2026-11-20')
    fireEvent.change(input, { target: { value: '2026-02-30' } })
    expect(changed).toHaveBeenCalledTimes(1)
    fireEvent.change(input, { target: { value: '2026-02-28' } })
    expect(changed).toHaveBeenLastCalledWith('2026-02-28')
  },
)

it.each(languages)(
  'shows a moment by 24 hours and keeps its time when a day is chosen in %s',
  async (language) => {
    const { show, MomentInput } = await pageIn(language)
    const want = expected[language]
    show(<MomentInput label="Until" value={local('2026-11-20T21:05')} onChoose={changed} />)
    const input = await field('Until')
    expect(seen(input.value)).toBe(want.moment)
    await userEvent.click(input)
    await userEvent.click(await button(want.other))
    expect(changed).not.toHaveBeenCalled()
    fireEvent.blur(input)
    expect(changed).toHaveBeenCalledExactlyOnceWith(local('2026-11-05T21:05'))
  },
)

it('ends with the day that is chosen or typed without a time, where it ends a span', async () => {
  const { show, MomentInput } = await pageIn('en')
  show(<MomentInput label="To" value="" onChoose={changed} isEnd />)
  const input = await field('To')
  const last = new Date(2026, 10, 21, 23, 59, 59, 999).toISOString()
  await userEvent.type(input, '2026-11-21{Enter}')
  expect(changed).toHaveBeenLastCalledWith(last)
  await userEvent.clear(input)
  await userEvent.type(input, '2026-11-21 08:15{Enter}')
  expect(changed).toHaveBeenLastCalledWith(local('2026-11-21T08:15'))
})

it('ends with the day that is chosen from the calendar', async () => {
  const { show, MomentInput } = await pageIn('en')
  show(<MomentInput label="To" value="" onChoose={changed} isEnd />)
  const input = await field('To')
  await userEvent.click(input)
  const today = new Date()
  const days = await screen.findAllByRole('button', { name: /^15 /, hidden: true })
  await userEvent.click(days[0] as HTMLElement)
  fireEvent.blur(input)
  const end = new Date(today.getFullYear(), today.getMonth(), 15, 23, 59, 59, 999)
  expect(changed).toHaveBeenCalledExactlyOnceWith(end.toISOString())
})

it('tells a moment that is cleared by its button, and one that is entered', async () => {
  const { show, MomentInput } = await pageIn('en')
  show(<MomentInput label="Until" value={local('2026-11-20T21:05')} onChoose={changed} />)
  await userEvent.click(await field('Until'))
  await userEvent.click(await screen.findByLabelText('Clear'))
  expect(changed).toHaveBeenCalledExactlyOnceWith('')
  const input = await field('Until')
  expect(input.value).toBe('')
  await userEvent.type(input, '2026-11-21 08:15{Enter}')
  expect(changed).toHaveBeenLastCalledWith(local('2026-11-21T08:15'))
})

it('closes its calendar when a day is entered, and opens it again for who goes on', async () => {
  const { show, DayInput } = await pageIn('en')
  show(<DayInput label="Day" value="2026-11-20" onChange={changed} />)
  const input = await field('Day')
  await userEvent.click(input)
  await button('5 November 2026')
  await userEvent.type(input, '{Enter}')
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: '5 November 2026', hidden: true })).toBeNull(),
  )
  await userEvent.click(input)
  await button('5 November 2026')
})

it('shows nothing of a day in the address that is none', async () => {
  const { show, DayInput } = await pageIn('en')
  show(<DayInput label="Day" value="x" onChange={changed} />)
  expect((await field('Day')).value).toBe('')
})

it.each(languages)(
  'offers the times of the day by 24 hours in %s, and takes any other',
  async (language) => {
    const { show, TimeInput } = await pageIn(language)
    const want = expected[language]
    show(<TimeInput label="From" value="21:30" onChange={changed} />)
    const input = screen.getByLabelText<HTMLInputElement>('From', { selector: 'input' })
    expect(seen(input.value)).toBe(want.time)
    await userEvent.click(input)
    const list = within(await screen.findByRole('listbox', { hidden: true }))
    expect(list.getAllByRole('option', { hidden: true })).toHaveLength(48)
    expect(list.getByText(want.time)).toBeTruthy()
    fireEvent.change(input, { target: { value: '٧:٤٥' } })
    expect(changed).toHaveBeenLastCalledWith('07:45')
    fireEvent.change(input, { target: { value: '' } })
    expect(changed).toHaveBeenLastCalledWith('')
  },
)
