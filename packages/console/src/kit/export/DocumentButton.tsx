import { type Call, documentFormats, type TextKey } from '@muster/contract'
import { useState } from 'react'
import { CallError } from '../callError.ts'
import { useDialog } from '../dialog/useDialog.ts'
import { download } from '../download/download.ts'
import { useCan } from '../session.ts'
import { readerZone } from '../../platform/format.ts'
import { lazyDialog } from '../../platform/lazyPart.tsx'
import { t } from '../../platform/texts.ts'
import { Button } from '../../ui/controls.ts'
import { Menu } from '../../ui/menu/Menu.tsx'
import type { SentList } from './ReportDialog.tsx'
import { standingWish } from './standingWish.ts'

const ReportDialog = lazyDialog(() =>
  import('./ReportDialog.tsx').then((file) => file.ReportDialog),
)

export interface Documented {
  /** What the page is called, and a report of it to begin with. */
  readonly title: TextKey
  readonly call: Call
  /** What the address of the page asks for. */
  readonly query: Readonly<Record<string, string>>
}

const formatTexts = { pdf: 'report.savePdf', xlsx: 'transfer.xlsx' } as const

/** A page of figures as a document: at once, or sent to people again and again. */
export function DocumentButton({ title, call, query }: Documented) {
  const [isBusy, setBusy] = useState(false)
  const report = useDialog<SentList>()
  const mayReport = useCan('REPORT_ADD')
  if (!useCan(call.permission)) return null
  const take = (format: string) => {
    setBusy(true)
    void taken(call, { ...query, format, timeZone: readerZone() }).finally(() => setBusy(false))
  }
  const send = () =>
    report.open({
      path: call.path,
      wish: { ...standingWish(query), timeZone: readerZone() },
      formats: documentFormats,
      name: t(title),
    })
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button variant="default" loading={isBusy}>
            {t('report.figures')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {documentFormats.map((format) => (
            <Menu.Item key={format} onClick={() => take(format)}>
              {t(formatTexts[format])}
            </Menu.Item>
          ))}
          {mayReport && <Menu.Item onClick={send}>{t('report.sendRegularly')}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      <ReportDialog dialog={report} />
    </>
  )
}

/** What the server refuses, the call has told the user. */
async function taken(call: Call, query: Readonly<Record<string, string>>): Promise<void> {
  try {
    await download(call, { query })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
  }
}
