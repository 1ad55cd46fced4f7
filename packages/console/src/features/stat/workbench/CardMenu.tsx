import type { WorkbenchCard } from '@muster/contract'
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

interface CardMenuProps {
  readonly card: WorkbenchCard
  readonly title: string
  readonly table: Figures
  readonly body: RefObject<HTMLDivElement | null>
  readonly isTable: boolean
  readonly setTable: (isTable: boolean) => void
}

/** A card as a table, as a file of figures, and as a picture of its chart or of its figures. */
export function CardMenu({ card, title, table, body, isTable, setTable }: CardMenuProps) {
  const name = t('workbench.actionsOf', { title })
  const fileName = (end: string) =>
    `${card.toLowerCase()}-${new Date().toISOString().slice(0, 10)}.${end}`
  const savePicture = async () => {
    const around = body.current
    if (!around) return
    const drawn = around.querySelector<HTMLElement>('[data-chart]')
    try {
      const picture = await loadChunk(loadPicture)
      const content = drawn
        ? await picture.pictureOf(drawn, { title, around })
        : await picture.pictureOfLines(linesOf(table), { title, around })
      saveFile({ name: fileName('png'), content })
    } catch {
      notify.error(t('workbench.noPicture'))
    }
  }
  const saveFigures = () =>
    saveFile({ name: fileName('csv'), content: new Blob([csvOf(table)], { type: 'text/csv' }) })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton icon="more" label={name} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => setTable(!isTable)}>
          {t(isTable ? 'workbench.asChart' : 'workbench.asTable')}
        </Menu.Item>
        <Menu.Item onClick={saveFigures}>{t('workbench.saveCsv')}</Menu.Item>
        <Menu.Item onClick={() => void savePicture()}>{t('workbench.savePng')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
