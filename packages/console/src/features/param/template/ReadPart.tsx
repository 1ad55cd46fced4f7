import { type ImportedTemplate, paramTemplates, templateSources } from '@muster/contract'
import { useState } from 'react'
import { call } from '../../../kit/call.ts'
import { TextFileButton } from '../../../kit/form/TextFileButton.tsx'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { outcomeOf, useAction } from '../../../kit/useAction.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Group, Textarea } from '../../../ui/controls.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import { isSchemaText } from '../dict/jsonItems.ts'
import { ChangeTable } from './ChangeTable.tsx'
import classes from './design.module.css'
import type { Design } from './useDesign.ts'

interface ReadPartProps {
  readonly design: Design
  readonly done: () => void
}

type Source = (typeof templateSources)[number]

/** What a text is by its look; null: nothing can be said yet. */
function sourceOf(text: string): Source | null {
  const start = text.trimStart()
  if (start.startsWith('<')) return 'XML'
  if (!start.startsWith('{')) return null
  return isSchemaText(text) ? 'JSON_SCHEMA' : 'MUSTER'
}

/** Reads a schema from a file or from what is pasted, and shows what it would change before it is taken over. */
export function ReadPart({ design, done }: ReadPartProps) {
  const act = useAction(paramTemplates)
  const [source, setSource] = useState<Source>('XML')
  const [text, setText] = useState('')
  const [read, setRead] = useState<ImportedTemplate | null>(null)
  const ask = async () => {
    const outcome = await outcomeOf(
      call(paramTemplates.readText, { body: { id: design.id, source, text } }),
    )
    setRead('reply' in outcome ? outcome.reply : null)
  }
  const addParams = async () => {
    const body = { params: read?.unknown ?? [] }
    const outcome = await act(paramTemplates.addParams, { body }, ({ count }) =>
      t('paramTemplate.paramsAdded', { count, shown: formatNumber(count) }),
    )
    if (!outcome || !read) return
    design.learn(outcome.reply.known)
    setRead({ ...read, unknown: [] })
  }
  const write = (written: string) => {
    setText(written)
    setSource((before) => sourceOf(written) ?? before)
    setRead(null)
  }
  return (
    <div className={classes.panel}>
      <p className={classes.quiet}>{t('paramTemplate.readText')}</p>
      <div className={classes.acts}>
        <ChoiceInput
          label={t('paramTemplate.source')}
          value={source}
          options={Object.fromEntries(
            templateSources.map((one) => [one, t(`paramTemplate.source.${one}`)]),
          )}
          onChoose={(to) => setSource(templateSources.find((one) => one === to) ?? 'XML')}
        />
        <TextFileButton
          label={t('paramTemplate.chooseFile')}
          accept=".xml,.json,application/json,text/xml"
          take={write}
        />
      </div>
      <Textarea
        label={t('paramTemplate.text')}
        dir="ltr"
        rows={8}
        spellCheck={false}
        classNames={{ input: classes.code ?? '' }}
        value={text}
        onChange={(event) => write(event.currentTarget.value)}
      />
      <div>
        <Button variant="default" disabled={text.trim() === ''} onClick={() => void ask()}>
          {t('paramTemplate.compare')}
        </Button>
      </div>
      {read && (
        <Compared
          read={read}
          addParams={addParams}
          take={() => {
            design.learn(read.known)
            design.edit(read.content)
            done()
          }}
        />
      )}
    </div>
  )
}

interface ComparedProps {
  readonly read: ImportedTemplate
  readonly take: () => void
  readonly addParams: () => Promise<void>
}

function Compared({ read: { content, changes, unknown, notes }, take, addParams }: ComparedProps) {
  return (
    <>
      {unknown.length > 0 && (
        <Callout title={t('paramTemplate.unknownPids', { count: unknown.length })}>
          <span dir="ltr">
            {unknown
              .slice(0, 40)
              .map(({ pid }) => pid)
              .join(', ')}
            {unknown.length > 40 && ' …'}
          </span>
          <Permitted to={paramTemplates.addParams.permission}>
            <Button size="xs" variant="default" onClick={() => void addParams()}>
              {t('paramTemplate.addToDictionary')}
            </Button>
          </Permitted>
        </Callout>
      )}
      {notes.length > 0 && (
        <ul className={classes.faults}>
          {notes.slice(0, 100).map((note) => (
            <li key={note} dir="auto">
              {note}
            </li>
          ))}
        </ul>
      )}
      <p className={classes.quiet}>{t('paramTemplate.replaces')}</p>
      <ChangeTable changes={changes} />
      <Group justify="flex-end">
        <Button disabled={changes.length === 0} onClick={take}>
          {t('paramTemplate.takeRead', { shown: formatNumber(content.fields.length) })}
        </Button>
      </Group>
    </>
  )
}
