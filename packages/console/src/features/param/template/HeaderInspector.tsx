import { t } from '../../../platform/texts.ts'
import { Checkbox, TextInput } from '../../../ui/controls.ts'
import classes from './design.module.css'
import { changedHeader } from './designMoves.ts'
import type { Design } from './useDesign.ts'

interface HeaderInspectorProps {
  readonly design: Design
  readonly id: string
}

/** What a heading says, and whether it is open at first. */
export function HeaderInspector({ design, id }: HeaderInspectorProps) {
  const { content, edit } = design
  const header = content.headers.find((one) => one.id === id)
  if (!header) return <p className={classes.quiet}>{t('paramTemplate.pickOne')}</p>
  return (
    <>
      <TextInput
        label={t('paramTemplate.headingTitle')}
        value={header.title}
        maxLength={128}
        onChange={(event) => edit(changedHeader(content, id, { title: event.currentTarget.value }))}
      />
      <Checkbox
        label={t('paramTemplate.openAtFirst')}
        checked={header.isOpen}
        onChange={(event) =>
          edit(changedHeader(content, id, { isOpen: event.currentTarget.checked }))
        }
      />
    </>
  )
}
