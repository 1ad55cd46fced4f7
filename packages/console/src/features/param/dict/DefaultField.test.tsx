import { paramShape } from '@muster/contract'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { DefaultField } from './DefaultField.tsx'

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
})
afterEach(cleanup)

const hold = { name: 'defaultValue', label: 'Default', required: false, error: undefined }
const column = { key: 'aid', title: 'Application', dataType: 'STRING', required: true }
const shapeOf = (columns: object[]) =>
  z.parse(z.object(paramShape()), { dataType: 'TABLE', columns })
const changed = vi.fn<(value: unknown) => void>()
const common = { ...hold, value: '', onChange: changed, onBlur: () => undefined }

it('has the rows of a table edited by its columns, once it has some', async () => {
  show(<DefaultField {...common} type="TABLE" shape={shapeOf([column])} />)
  await userEvent.click(await screen.findByRole('button', { name: /Default/ }))
  expect(await screen.findByRole('columnheader', { name: /Application/ })).toBeTruthy()
  cleanup()
  show(<DefaultField {...common} type="TABLE" shape={shapeOf([])} />)
  expect(screen.getByLabelText('Default').tagName).toBe('TEXTAREA')
})
