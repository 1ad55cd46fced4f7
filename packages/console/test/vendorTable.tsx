import { listViews, type ReplyOf, type Vendor, vendors } from '@muster/contract'
import { vi } from 'vitest'
import { columns } from '../src/features/vendor/vendorColumns.tsx'
import { useList } from '../src/kit/list/useList.ts'
import { ActionLine } from '../src/kit/list/ActionLine.tsx'
import { RowActions, RowButton } from '../src/kit/list/buttons.tsx'
import { DataTable } from '../src/kit/list/DataTable.tsx'
import { statusFilter } from '../src/kit/filters/filterFields.ts'
import { Filters } from '../src/kit/filters/Filters.tsx'
import { ListSlots } from '../src/kit/list/slots.tsx'
import { RemoveButton, RemoveSelected } from '../src/kit/batch/RemoveButtons.tsx'
import { Screen } from '../src/kit/page/Screen.tsx'
import { answerCalls } from './answers.ts'
import { wholeList } from './wholeList.ts'

type VendorPage = ReplyOf<typeof vendors.page>

export const idOf = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`

export const vendorOf = (n: number, change: Partial<Vendor> = {}): Vendor => ({
  id: idOf(n),
  status: 1,
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  updatedBy: null,
  name: `Vendor ${n}`,
  code: `V${n}`,
  country: 'IQ',
  website: null,
  contact: 'Layla',
  email: null,
  phone: null,
  address: null,
  logo: null,
  snRule: null,
  snPrefixes: [],
  snSample: null,
  signingMode: 'NONE',
  signerUrl: null,
  signerKey: null,
  signerSecret: null,
  hasSignerSecret: false,
  signerTestedAt: null,
  signerFault: null,
  bootstrapCa: null,
  bootstrapCaUntil: null,
  firmwareCount: 0,
  supportUrl: null,
  warrantyMonths: 24,
  shellCommands: [],
  remark: null,
  modelCount: 0,
  deviceCount: 0,
  ...change,
})

export const pageOf = (list: Vendor[], more: Partial<VendorPage> = {}): VendorPage => ({
  list,
  total: list.length,
  pageNum: 1,
  pageSize: 20,
  ...more,
})

/** What was pressed as the opener of a row. */
export const opened = vi.fn<(name: string) => void>()

/** A server with three vendors and nobody's views. */
export function answerVendors() {
  const server = answerCalls()
  server.reply(vendors.page, () => pageOf([1, 2, 3].map((n) => vendorOf(n))))
  server.reply(listViews.list, () => ({ views: [], defaultId: null, look: null }))
  server.reply(listViews.setLook, () => ({ count: 1 }))
  return server
}

/** A list with all that stands around it, as a screen has it once the shell has come. */
export function VendorTable() {
  const list = useList(vendors)
  return (
    <ListSlots value={wholeList}>
      <Screen title="vendor.title">
        <Filters list={list} fields={{ country: 'vendor.country', status: statusFilter }} />
        <ActionLine
          list={list}
          columns={columns}
          chosen={<RemoveSelected of={vendors} list={list} />}
        />
        <DataTable
          list={list}
          columns={columns}
          actions={(row) => (
            <RowActions>
              <RowButton opens code={vendors.update.permission} onClick={() => opened(row.name)}>
                Open it
              </RowButton>
              <RemoveButton of={vendors} row={row} />
            </RowActions>
          )}
        />
      </Screen>
    </ListSlots>
  )
}
