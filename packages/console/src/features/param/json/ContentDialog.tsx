import {
  type JsonDocument,
  type JsonDocumentFault,
  jsonDocuments,
  readDocument,
  type ReplyOf,
} from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../kit/call.ts'
import { CancelButton } from '../../../kit/dialog/CancelButton.tsx'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { TextFileButton } from '../../../kit/form/TextFileButton.tsx'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { notify } from '../../../kit/notify.ts'
import { query } from '../../../kit/queries.ts'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import { useUnsaved } from '../../../kit/dialog/useUnsaved.ts'
import { t } from '../../../platform/texts.ts'
import { CodeEditor } from '../../../ui/code/CodeEditor.tsx'
import { Button, Group, Tabs } from '../../../ui/controls.ts'
import { Faults } from './Faults.tsx'
import classes from './json.module.css'
import { parsed, tidied } from './jsonParts.ts'
import { JsonTree } from './JsonTree.tsx'

/** The text of a document, as text and as a tree, and its schema. */
export function ContentDialog({ dialog }: { readonly dialog: Dialog<JsonDocument> }) {
  const { record, isOpen, close } = dialog
  return (
    <DialogFrame
      isOpen={isOpen}
      close={close}
      title={t('json.contentOf', { name: record?.name ?? '' })}
      size="80rem"
    >
      {record && isOpen && <Content key={record.id} id={record.id} close={close} />}
    </DialogFrame>
  )
}

interface ContentProps {
  readonly id: string
  readonly close: () => void
}

function Content({ id, close }: ContentProps) {
  const told = useQuery({
    ...query(jsonDocuments.content, { params: { id }, query: {} }),
    // What is being typed is not read again over it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <Loaded query={told} permission={jsonDocuments.content.permission}>
      {(content) => <Editor id={id} content={content} close={close} />}
    </Loaded>
  )
}

interface EditorProps extends ContentProps {
  readonly content: ReplyOf<(typeof jsonDocuments)['content']>
}

function Editor({ id, content, close }: EditorProps) {
  const [document, setDocument] = useState(content.document)
  const [schema, setSchema] = useState(content.schema ?? '')
  const [version, setVersion] = useState(content.version)
  // Another one where texts come from elsewhere than from typing.
  const [edition, setEdition] = useState(0)
  const [faults, setFaults] = useState<readonly JsonDocumentFault[]>([])
  const [kept, setKept] = useState({ document, schema })
  useUnsaved(document !== kept.document || schema !== kept.schema)
  const send = useSend(jsonDocuments)
  const said = { document, schema: schema.trim() === '' ? null : schema }
  const check = async () => {
    const found = await outcomeOf(call(jsonDocuments.validate, { body: { id, ...said } }))
    if ('reply' in found) setFaults(found.reply.faults)
    return 'reply' in found && found.reply.faults.length === 0
  }
  const save = async () => {
    const body = { version, ...said }
    const outcome = await outcomeOf(send(jsonDocuments.saveContent, { params: { id }, body }))
    if ('error' in outcome) return
    if (outcome.reply.faults.length > 0) notify.warning(t('json.savedFaulty'))
    else notify.success(t('json.saved'))
    setVersion(outcome.reply.version)
    setFaults(outcome.reply.faults)
    // What was typed while it was being sent is unsaved still.
    setKept({ document, schema })
  }
  return (
    <div className={classes.column}>
      <Parts
        edition={edition}
        document={document}
        schema={schema}
        setDocument={setDocument}
        setSchema={setSchema}
      />
      <Faults faults={faults} />
      <Acts
        format={() => {
          setDocument(tidied(document))
          setSchema(tidied(schema))
          setEdition(edition + 1)
        }}
        open={(text) => {
          setDocument(text)
          setEdition(edition + 1)
        }}
        check={check}
        save={save}
        close={close}
      />
    </div>
  )
}

interface PartsProps {
  readonly edition: number
  readonly document: string
  readonly schema: string
  readonly setDocument: (text: string) => void
  readonly setSchema: (text: string) => void
}

function Parts({ edition, document, schema, setDocument, setSchema }: PartsProps) {
  return (
    <Tabs defaultValue="text" keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="text">{t('json.text')}</Tabs.Tab>
        <Tabs.Tab value="tree">{t('json.tree')}</Tabs.Tab>
        <Tabs.Tab value="schema">{t('json.schema')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="text" pt="sm">
        <CodeEditor
          key={edition}
          label={t('json.text')}
          start={document}
          onChange={setDocument}
          faultOf={(text) => parsed(text, readDocument).fault}
        />
      </Tabs.Panel>
      <Tabs.Panel value="tree" pt="sm">
        <JsonTree text={document} onChange={setDocument} />
      </Tabs.Panel>
      <Tabs.Panel value="schema" pt="sm">
        <p className={classes.quiet}>{t('json.schemaHint')}</p>
        <CodeEditor
          key={edition}
          label={t('json.schema')}
          start={schema}
          onChange={setSchema}
          faultOf={(text) => (text.trim() === '' ? null : parsed(text).fault)}
        />
      </Tabs.Panel>
    </Tabs>
  )
}

interface ActsProps {
  readonly format: () => void
  readonly open: (text: string) => void
  readonly check: () => Promise<boolean>
  readonly save: () => Promise<void>
  readonly close: () => void
}

function Acts({ format, open, check, save, close }: ActsProps) {
  const [isRight, setRight] = useState(false)
  return (
    <Group justify="space-between">
      <Group>
        <Button variant="default" onClick={format}>
          {t('json.format')}
        </Button>
        <TextFileButton label={t('json.openFile')} accept="application/json,.json" take={open} />
        <span role="status">{isRight && t('json.right')}</span>
      </Group>
      <Group>
        <CancelButton close={close} />
        <Button variant="default" onClick={() => void check().then(setRight)}>
          {t('json.check')}
        </Button>
        <Permitted to={jsonDocuments.saveContent.permission}>
          <Button
            onClick={() => {
              setRight(false)
              void save()
            }}
          >
            {t('kit.save')}
          </Button>
        </Permitted>
      </Group>
    </Group>
  )
}
