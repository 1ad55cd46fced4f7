import type { RefObject } from 'react'
import { notify } from '../../../kit/notify.ts'
import { saveFile } from '../../../platform/answers.ts'
import { loadChunk } from '../../../platform/chunk.ts'
import { t } from '../../../platform/texts.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { csvOf } from '../../../kit/download/csvOf.ts'
import { type Figures, linesOf } from './figures.ts'

const loadPicture = () => import('../../../ui/chart/picture.ts')
const loadVector = () => import('../../../ui/chart/vector.ts')

interface FigureMenuProps {
  /** What its files are named by. */
  readonly name: string
  readonly title: string
  readonly table: Figures
  readonly body: RefObject<HTMLDivElement | null>
  readonly isTable: boolean
  readonly setTable: (isTable: boolean) => void
}

/** A block as a table, as a file of figures, and as a picture of its chart or of its figures. */
export function FigureMenu(props: FigureMenuProps) {
  const { name, title, table, isTable, setTable } = props
  const saveFigures = () =>
    saveFile({
      name: fileName(name, 'csv'),
      content: new Blob([csvOf(table)], { type: 'text/csv' }),
    })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton icon="more" label={t('workbench.actionsOf', { title })} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => setTable(!isTable)}>
          {t(isTable ? 'workbench.asChart' : 'workbench.asTable')}
        </Menu.Item>
        <Menu.Item onClick={saveFigures}>{t('workbench.saveCsv')}</Menu.Item>
        <Menu.Item onClick={() => void saveAs('png', props)}>{t('workbench.savePng')}</Menu.Item>
        <Menu.Item onClick={() => void saveAs('svg', props)}>{t('workbench.saveSvg')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const fileName = (name: string, end: 'csv' | 'png' | 'svg') =>
  `${name.toLowerCase()}-${new Date().toISOString().slice(0, 10)}.${end}`

async function saveAs(kind: 'png' | 'svg', { name, title, table, body }: FigureMenuProps) {
  const around = body.current
  if (!around) return
  const drawn = around.querySelector<HTMLElement>('[data-chart]')
  try {
    const { pictureOf, pictureOfLines } = await loadChunk(loadPicture)
    const { vectorOf, vectorOfLines } = await loadChunk(loadVector)
    const [ofChart, ofLines] =
      kind === 'png' ? [pictureOf, pictureOfLines] : [vectorOf, vectorOfLines]
    const page = { title, around }
    const content = await (drawn ? ofChart(drawn, page) : ofLines(linesOf(table), page))
    saveFile({ name: fileName(name, kind), content })
  } catch {
    notify.error(t('workbench.noPicture'))
  }
}
