import { t } from '../../../platform/texts.ts'
import { Checkbox, TextInput } from '../../../ui/controls.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import classes from './design.module.css'
import { changedHeader, steppedHeader } from './designMoves.ts'
import type { Design } from './useDesign.ts'

interface HeaderInspectorProps {
  readonly design: Design
  readonly id: string
}

const steps = [
  { step: -1, icon: 'up', label: 'paramTemplate.headingUp' },
  { step: 1, icon: 'down', label: 'paramTemplate.headingDown' },
] as const

/** What a heading says, where it stands, and whether it is open at first. */
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
      <div className={classes.acts}>
        {steps.map(({ step, icon, label }) => {
          const moved = steppedHeader(content, id, step)
          return (
            <IconButton
              key={icon}
              icon={icon}
              label={t(label, { name: header.title })}
              disabled={moved === content}
              onClick={() => edit(moved)}
            />
          )
        })}
      </div>
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
