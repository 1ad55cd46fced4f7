import type { TextKey } from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import { ToolDialog } from '../ToolDialog.tsx'
import styles from './KeysDialog.module.css'

interface Keys {
  readonly does: TextKey
  /** Keys that are pressed together. */
  readonly keys: readonly string[]
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** What the console does at a key, apart from what browsers do everywhere. */
const list: readonly Keys[] = [
  { does: 'tools.keys.search', keys: [isMac ? '⌘' : 'Ctrl', 'K'] },
  { does: 'tools.keys.keys', keys: ['?'] },
  { does: 'tools.keys.refresh', keys: [isMac ? '⌥' : 'Alt', 'R'] },
  { does: 'tools.keys.close', keys: ['Esc'] },
  { does: 'tools.keys.list', keys: ['↑', '↓'] },
  { does: 'tools.keys.tabs', keys: ['←', '→'] },
  { does: 'tools.keys.ends', keys: ['Home', 'End'] },
  { does: 'tools.keys.closeTab', keys: ['Delete'] },
  { does: 'tools.keys.rows', keys: ['J', 'K'] },
  { does: 'tools.keys.cells', keys: ['← →'] },
  { does: 'tools.keys.openRow', keys: ['Enter'] },
  { does: 'tools.keys.selectRow', keys: ['Space', 'X'] },
  { does: 'tools.keys.selectMore', keys: ['Shift', '↑ ↓'] },
  { does: 'tools.keys.selectPage', keys: [isMac ? '⌘' : 'Ctrl', 'A'] },
  { does: 'tools.keys.copy', keys: [isMac ? '⌘' : 'Ctrl', 'C'] },
  { does: 'tools.keys.keyword', keys: ['/'] },
  { does: 'tools.keys.width', keys: ['Shift', '← →'] },
  { does: 'tools.keys.moveTab', keys: ['Ctrl', 'Shift', '← →'] },
]

/** The keys of the console. */
export function KeysDialog({ close }: { readonly close: () => void }) {
  return (
    <ToolDialog title={t('tools.keys')} place="centre" close={close}>
      <dl className={styles['list']}>
        {list.map(({ does, keys }) => (
          <div key={does} className={styles['line']}>
            <dt>{t(does)}</dt>
            <dd dir="ltr" className={styles['keys']}>
              {keys.map((key) => (
                <kbd key={key} className={styles['key']}>
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </ToolDialog>
  )
}
