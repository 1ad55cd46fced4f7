import { useState } from 'react'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import classes from './design.module.css'
import type { Design } from './useDesign.ts'

/** The parts of a designer. */
export type Part = 'layout' | 'files' | 'rules' | 'form' | 'output' | 'read'

type Fault = Design['faults'][number]

const partOf: Readonly<Record<Fault['part'], Part>> = {
  files: 'files',
  groups: 'layout',
  headers: 'layout',
  fields: 'layout',
  rules: 'rules',
}

interface DraftFaultsProps {
  readonly design: Design
  readonly show: (part: Part, pid: string | null) => void
}

/** How much keeps a draft from being published; pressed, what it is and where. */
export function DraftFaults({ design, show }: DraftFaultsProps) {
  const { faults, content } = design
  const [isOpen, setOpen] = useState(false)
  if (faults.length === 0) return null
  const go = ({ part, index }: Fault) => {
    setOpen(false)
    const pid = part === 'fields' && index !== null ? content.fields[index]?.pid : undefined
    show(partOf[part], pid ?? null)
  }
  return (
    <>
      <Button variant="default" className={classes.wrong ?? ''} onClick={() => setOpen(true)}>
        {t('paramTemplate.faults', { count: faults.length })}
      </Button>
      {isOpen && (
        <DialogFrame
          isOpen
          close={() => setOpen(false)}
          title={t('paramTemplate.faultsTitle')}
          size="lg"
        >
          <ul className={classes.faults}>
            {faults.slice(0, 200).map((fault) => (
              <li key={`${fault.part} ${fault.index} ${fault.key}`}>
                <button type="button" className={classes.link} onClick={() => go(fault)}>
                  {t(`paramTemplate.in.${fault.part}`)}
                </button>{' '}
                <span dir="auto">
                  {fault.part === 'fields' && fault.index !== null && (
                    <bdi>{content.fields[fault.index]?.pid}: </bdi>
                  )}
                  {t(fault.key, fault.params)}
                </span>
              </li>
            ))}
          </ul>
        </DialogFrame>
      )}
    </>
  )
}
