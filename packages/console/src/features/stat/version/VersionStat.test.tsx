import { apps, models, organizations, readFilter, vendors, versionStat } from '@muster/contract'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { readAddress } from '../../../platform/address.ts'
import { VersionStat } from './VersionStat.tsx'

const modelId = '01a2018d-3ba4-7e31-9cd6-28d5b7de897d'
const rareId = '01a2018d-3ba4-7e31-9cd6-28d5b7de897e'
const at = '2026-11-26T08:00:00.000Z'

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  server = answerCalls()
  for (const { list } of [organizations, vendors, models]) server.reply(list, () => [])
  server.reply(versionStat.trend, () => ({
    grain: 'DAY' as const,
    steps: [],
    versions: [],
    countedAt: at,
  }))
  server.reply(versionStat.matrix, () => ({
    models: [
      {
        modelId,
        name: 'Aurora',
        total: 20,
        target: null,
        adopted: 0,
        adoptedBefore: null,
        behind: 0,
        cells: [],
        others: 15,
        unknown: 5,
      },
    ],
    others: 9,
    outdated: {
      versions: [
        { modelId: rareId, modelName: 'Cedar', version: '0.1', count: 1, why: 'RECALLED' as const },
        { modelId: rareId, modelName: 'Cedar', version: '0.7', count: 2, why: 'UNKNOWN' as const },
      ],
      others: 4,
    },
    old: null,
    countedAt: at,
  }))
})
afterEach(cleanup)

const treeOf = (link: HTMLElement) =>
  readFilter(readAddress(link.getAttribute('href') ?? '').query['tree'] ?? '')

it('names what was recalled or taken back, of models that are not shown as well', async () => {
  show(<VersionStat />)
  const name = 'Recalled, not online any more, or unknown'
  const block = within(await screen.findByRole('region', { name }))
  expect(treeOf(await block.findByRole('link', { name: /Cedar 0.1: Recalled/ }))).toEqual({
    all: [
      { field: 'modelId', op: 'in', values: [rareId] },
      { field: 'firmware', op: 'is', values: ['0.1'] },
    ],
  })
  expect(block.getByRole('link', { name: /Cedar 0.7: Not among those kept/ })).toBeDefined()
  expect(block.getByText(/^Others/)).toBeDefined()
})

it('has a row for the models that are not named, and a way to each rest', async () => {
  show(<VersionStat />)
  const block = within(await screen.findByRole('region', { name: 'Models and versions' }))
  expect(treeOf(await block.findByRole('link', { name: 'Other models' }))).toEqual({
    field: 'modelId',
    op: 'notIn',
    values: [modelId],
  })
  expect(treeOf(block.getByRole('link', { name: 'never reported: 5' }))).toEqual({
    all: [
      { field: 'modelId', op: 'in', values: [modelId] },
      { field: 'firmware', op: 'isEmpty', values: [] },
    ],
  })
})

it('leads to the terminals of a model whose patches are older than the chosen months', async () => {
  server.reply(versionStat.matrix, () => ({
    models: [],
    others: 0,
    outdated: { versions: [], others: 0 },
    old: { before: '2026-05-29', models: [{ modelId, name: 'Aurora', count: 7 }], others: 0 },
    countedAt: at,
  }))
  show(<VersionStat />, { kind: 'PATCH', months: '6' })
  const block = within(await screen.findByRole('region', { name: /^Security patches of before/ }))
  expect(treeOf(await block.findByRole('link', { name: /Aurora/ }))).toEqual({
    all: [
      { field: 'modelId', op: 'in', values: [modelId] },
      { field: 'patchLevel', op: 'older', values: ['2026-05-29'] },
    ],
  })
  expect(server.of(versionStat.matrix).at(-1)?.query).toMatchObject({ kind: 'PATCH', months: '6' })
})

it('says that an application is to be chosen where there is none', async () => {
  server.reply(apps.list, () => [])
  server.reply(apps.page, () => ({ list: [], total: 0, pageNum: 1, pageSize: 20 }))
  show(<VersionStat />, { kind: 'APP' })
  expect(await screen.findByText('Choose an application to see how it is doing.')).toBeDefined()
})
