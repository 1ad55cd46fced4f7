import { paramTemplates } from '@muster/contract'
import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { onePage } from '../../../../test/devices.ts'
import { listSpec } from '../../../../test/listSpec.tsx'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { ParamTemplateList } from './ParamTemplateList.tsx'

listSpec('templates of parameters', { Screen: ParamTemplateList, page: paramTemplates.page })

describe('templates by the format of their files', () => {
  beforeEach(() => {
    prepareBrowser()
    signInAs('all')
    const server = answerCalls()
    server.reply(paramTemplates.page, () => onePage([]))
    server.reply(paramTemplates.formats, () => [
      { name: 'TLV', extension: 'tlv', mediaType: 'application/octet-stream' },
    ])
  })
  afterEach(cleanup)

  it('are found by one of a plug-in as by one of the product', async () => {
    const address = show(<ParamTemplateList />)
    await userEvent.click(await screen.findByRole('button', { name: 'Filter' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add a filter' })
    await userEvent.click(within(dialog).getByRole('option', { name: 'Format' }))
    const offered = await screen.findAllByRole('option')
    expect(offered.map(({ textContent }) => textContent)).toEqual([
      'XML',
      'JSON',
      'INI',
      'Key and value',
      'TLV (plug-in, application/octet-stream)',
    ])
    await userEvent.click(screen.getByRole('option', { name: /^TLV/ }))
    expect(address.query['format']).toBe('TLV')
    screen.getByRole('button', { name: 'Format TLV (plug-in, application/octet-stream)' })
  })
})
