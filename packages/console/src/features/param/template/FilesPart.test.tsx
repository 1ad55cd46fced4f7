import { emptyTemplate, paramTemplates, type TemplateContent } from '@muster/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { FilesPart } from './FilesPart.tsx'
import { useDesign } from './useDesign.ts'

const plugin = { name: 'TLV', extension: 'tlv', mediaType: 'application/octet-stream' }
let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  server = answerCalls()
  server.reply(paramTemplates.formats, () => [plugin])
})
afterEach(cleanup)

function Files({ content }: { readonly content: TemplateContent }) {
  const design = useDesign({ id: 't1', version: 1, content, known: [] })
  return (
    <>
      <FilesPart design={design} />
      <output>{JSON.stringify(design.content.files)}</output>
    </>
  )
}

const format = () => screen.findByRole('combobox', { name: 'Format' })

it('offers formats of plug-ins beside those of the product, and names the file as the plug-in says', async () => {
  show(<Files content={emptyTemplate('Main')} />)
  await screen.findByRole('option', { name: 'TLV (plug-in, application/octet-stream)' })
  await userEvent.selectOptions(await format(), 'TLV')
  expect(screen.getByLabelText('File name')).toHaveProperty('value', 'parameters.tlv')
  // A plug-in makes bytes: there is no encoding to choose.
  expect(screen.queryByRole('combobox', { name: 'Encoding' })).toBeNull()
  expect(screen.getByLabelText('Encoding')).toHaveProperty('value', 'As the plug-in writes it')
  await userEvent.selectOptions(await format(), 'KV')
  expect(screen.getByRole('combobox', { name: 'Encoding' })).toHaveProperty('value', 'UTF-8')
})

it('keeps a format whose plug-in is gone, and says so', async () => {
  server.reply(paramTemplates.formats, () => [])
  const [file] = emptyTemplate('Main').files
  const files = file ? [{ ...file, format: 'BIN' }] : []
  show(<Files content={{ ...emptyTemplate('Main'), files }} />)
  const choice = await format()
  expect(choice).toHaveProperty('value', 'BIN')
  await waitFor(() => expect(server.of(paramTemplates.formats)).toHaveLength(1))
  within(choice).getByRole('option', { name: 'BIN (not installed)' })
})
