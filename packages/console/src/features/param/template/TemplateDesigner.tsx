import { type ParamTemplate, paramTemplates } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { useUnsaved } from '../../../kit/dialog/useUnsaved.ts'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Tabs } from '../../../ui/controls.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import classes from './design.module.css'
import { DraftFaults, type Part } from './DraftFaults.tsx'
import { FilesPart } from './FilesPart.tsx'
import { FormPart } from './FormPart.tsx'
import { LayoutPart } from './LayoutPart.tsx'
import { OutputPart } from './OutputPart.tsx'
import { ReadPart } from './ReadPart.tsx'
import { RulesPart } from './RulesPart.tsx'
import { type Design, type DesignStart, useDesign } from './useDesign.ts'

interface TemplateDesignerProps {
  readonly dialog: Dialog<ParamTemplate>
  /** Goes on to publish what was saved. */
  readonly publish: (template: ParamTemplate) => void
}

/** Designs a template over the whole window; what is not saved is asked about. */
export function TemplateDesigner({ dialog, publish }: TemplateDesignerProps) {
  const { record, isOpen } = dialog
  return (
    <DialogFrame
      isOpen={isOpen}
      close={dialog.close}
      title={t('paramTemplate.designOf', { name: record?.name ?? '' })}
      place="whole"
    >
      {record && isOpen && (
        <Start
          key={record.id}
          template={record}
          publish={() => {
            dialog.close()
            publish(record)
          }}
        />
      )}
    </DialogFrame>
  )
}

interface StartProps {
  readonly template: ParamTemplate
  readonly publish: () => void
}

function Start(props: StartProps) {
  const { id } = props.template
  const read = useQuery({
    ...query(paramTemplates.content, { params: { id } }),
    // What one begins with is what is so now, and stays while one works on it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <Loaded query={read} permission={paramTemplates.content.permission}>
      {(start) => <Designing {...props} start={{ id, ...start }} />}
    </Loaded>
  )
}

const parts = [
  'layout',
  'files',
  'rules',
  'form',
  'output',
  'read',
] as const satisfies readonly Part[]

function Designing({ template, start, publish }: StartProps & { readonly start: DesignStart }) {
  const [first] = useState(start)
  const design = useDesign(first)
  const [part, setPart] = useState<Part>('layout')
  const [goal, setGoal] = useState<string | null>(null)
  useUnsaved(design.isDirty, true)
  const show = (to: Part, pid: string | null) => {
    setPart(to)
    setGoal(pid)
  }
  const { fields, files, rules } = design.content
  const titles: Readonly<Record<Part, string>> = {
    layout: `${t('paramTemplate.part.layout')} (${formatNumber(fields.length)})`,
    files: `${t('paramTemplate.part.files')} (${formatNumber(files.length)})`,
    rules: `${t('paramTemplate.part.rules')} (${formatNumber(rules.length)})`,
    form: t('paramTemplate.part.form'),
    output: t('paramTemplate.part.output'),
    read: t('paramTemplate.part.read'),
  }
  return (
    <Tabs value={part} onChange={(to) => setPart(parts.find((one) => one === to) ?? 'layout')}>
      <div className={classes.top}>
        <Tabs.List className={classes.parts ?? ''}>
          {parts.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {titles[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <DesignActs
          design={design}
          isRetired={template.state === 'RETIRED'}
          show={show}
          publish={publish}
        />
      </div>
      <Tabs.Panel value="layout">
        <LayoutPart design={design} goal={goal} />
      </Tabs.Panel>
      <Tabs.Panel value="files">
        <FilesPart design={design} />
      </Tabs.Panel>
      <Tabs.Panel value="rules">
        <RulesPart design={design} />
      </Tabs.Panel>
      <Tabs.Panel value="form">{part === 'form' && <FormPart design={design} />}</Tabs.Panel>
      <Tabs.Panel value="output">{part === 'output' && <OutputPart design={design} />}</Tabs.Panel>
      <Tabs.Panel value="read">
        {part === 'read' && <ReadPart design={design} done={() => setPart('layout')} />}
      </Tabs.Panel>
    </Tabs>
  )
}

interface DesignActsProps {
  readonly design: Design
  readonly isRetired: boolean
  readonly show: (to: Part, pid: string | null) => void
  readonly publish: () => void
}

/** Taking back, saving, and going on to publish. */
function DesignActs({ design, isRetired, show, publish }: DesignActsProps) {
  const { undo, redo, save, isDirty, isSaving, faults } = design
  const goOn = async () => {
    if (!isDirty || (await save())) publish()
  }
  return (
    <div className={classes.acts}>
      <IconButton icon="restore" label={t('kit.undo')} disabled={!undo} onClick={() => undo?.()} />
      <IconButton
        icon="refresh"
        label={t('paramTemplate.redo')}
        disabled={!redo}
        onClick={() => redo?.()}
      />
      <DraftFaults design={design} show={show} />
      <Permitted to={paramTemplates.saveContent.permission}>
        <Button
          variant="default"
          loading={isSaving}
          disabled={!isDirty || isRetired}
          onClick={() => void save()}
        >
          {t('kit.save')}
        </Button>
      </Permitted>
      <Permitted to={paramTemplates.publish.permission}>
        <Button disabled={faults.length > 0 || isRetired} onClick={() => void goOn()}>
          {t('paramTemplate.publishNext')}
        </Button>
      </Permitted>
    </div>
  )
}
