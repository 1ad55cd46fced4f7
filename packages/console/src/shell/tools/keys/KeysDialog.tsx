import type { TextKey } from '@muster/contract'
import { Fragment } from 'react'
import { t } from '../../../platform/texts.ts'
import { ToolDialog } from '../ToolDialog.tsx'
import styles from './KeysDialog.module.css'

interface Keys {
  readonly does: TextKey
  /** Keys that are pressed together; of several such, any one does it. */
  readonly ways: readonly (readonly string[])[]
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
const control = isMac ? '⌘' : 'Ctrl'

/** What the console does at a key, apart from what browsers do everywhere. */
const list: readonly Keys[] = [
  { does: 'tools.keys.search', ways: [[control, 'K']] },
  { does: 'tools.keys.keys', ways: [['?']] },
  { does: 'tools.keys.refresh', ways: [[isMac ? '⌥' : 'Alt', 'R']] },
  { does: 'tools.keys.close', ways: [['Esc']] },
  { does: 'tools.keys.list', ways: [['↑'], ['↓']] },
  { does: 'tools.keys.tabs', ways: [['←'], ['→']] },
  { does: 'tools.keys.ends', ways: [['Home'], ['End']] },
  { does: 'tools.keys.closeTab', ways: [['Delete']] },
  { does: 'tools.keys.rows', ways: [['J'], ['K']] },
  { does: 'tools.keys.cells', ways: [['←'], ['→']] },
  { does: 'tools.keys.openRow', ways: [['Enter']] },
  { does: 'tools.keys.peek', ways: [['Space']] },
  { does: 'tools.keys.selectRow', ways: [['X']] },
  {
    does: 'tools.keys.selectMore',
    ways: [
      ['Shift', '↑'],
      ['Shift', '↓'],
    ],
  },
  { does: 'tools.keys.selectPage', ways: [[control, 'A']] },
  { does: 'tools.keys.copy', ways: [[control, 'C']] },
  { does: 'tools.keys.keyword', ways: [['/']] },
  {
    does: 'tools.keys.width',
    ways: [
      ['Shift', '←'],
      ['Shift', '→'],
    ],
  },
  {
    does: 'tools.keys.moveTab',
    ways: [
      ['Ctrl', 'Shift', '←'],
      ['Ctrl', 'Shift', '→'],
    ],
  },
]

/** The keys of the console. */
export function KeysDialog({ close }: { readonly close: () => void }) {
  return (
    <ToolDialog title={t('tools.keys')} place="centre" close={close}>
      <dl className={styles['list']}>
        {list.map(({ does, ways }) => (
          <div key={does} className={styles['line']}>
            <dt>{t(does)}</dt>
            <dd dir="ltr" className={styles['keys']}>
              {ways.map((keys, way) => (
                <Fragment key={keys.join('+')}>
                  {way > 0 && <span className={styles['or']}>/</span>}
                  <Chord keys={keys} />
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </ToolDialog>
  )
}

/** Keys that are pressed together, with a plus between them. */
function Chord({ keys }: { readonly keys: readonly string[] }) {
  return keys.map((key, place) => (
    <Fragment key={key}>
      {place > 0 && '+'}
      <kbd className={styles['key']}>{key}</kbd>
    </Fragment>
  ))
}
