import { type ReplyOf, uploads, type UploadType } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { formatBytes } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Bar } from '../../../ui/Bar.tsx'
import { Button } from '../../../ui/controls.ts'
import type { FieldHold } from '../../../ui/form/fields.tsx'
import { uploadFile } from './uploadFile.ts'
import classes from './upload.module.css'

interface FileFieldProps extends FieldHold {
  readonly type: UploadType
  /** What the file is called that the record has already. */
  readonly known: string | null
  /** What stands where no file is chosen; left out: that there is none. */
  readonly placeholder?: string
  /** Which of the endings of its type the record takes; left out: all of them. */
  readonly takes?: (extension: string) => boolean
  /** Told which file it was, once the server has it. */
  readonly onSent?: (file: File) => void
}

/** One file of a record: it is sent when it is chosen, and belongs to the record with its save. */
export function FileField(props: FileFieldProps) {
  const labelId = useId()
  const rules = useQuery(query(uploads.rules, {}))
  return (
    <fieldset className={classes.own} aria-labelledby={labelId}>
      <legend id={labelId}>
        {props.label}
        {props.required && ' *'}
      </legend>
      <Loaded query={rules} permission={uploads.rules.permission}>
        {(all) => <Chooser {...props} rule={all.find(({ type }) => type === props.type)} />}
      </Loaded>
      {props.error && (
        <p role="alert" className={classes.problem}>
          {props.error}
        </p>
      )}
    </fieldset>
  )
}

type Rule = ReplyOf<typeof uploads.rules>[number]

function Chooser(props: FileFieldProps & { readonly rule: Rule | undefined }) {
  const { value, onChange, known, required, rule, takes, placeholder } = props
  const input = useRef<HTMLInputElement>(null)
  const sending = useSending(props)
  if (!rule) return null
  const taken = takes ? rule.extensions.filter(takes) : rule.extensions
  const name = sending.name ?? known
  const shown = typeof value === 'string' && value !== '' ? name : null
  return (
    <>
      <div className={classes.ownRow}>
        <bdi className={classes.name}>{shown ?? placeholder ?? t('upload.noFile')}</bdi>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={props.label}
          accept={taken.map((extension) => `.${extension}`).join()}
          onChange={(event) => {
            sending.send(event.currentTarget.files?.[0], rule)
            event.currentTarget.value = ''
          }}
        />
        <Button
          variant="default"
          size="xs"
          loading={sending.done !== null}
          onClick={() => input.current?.click()}
        >
          {t('upload.choose')}
        </Button>
        {shown && !required && (
          <Button variant="subtle" size="xs" onClick={() => onChange('')}>
            {t('upload.takeOut')}
          </Button>
        )}
      </div>
      {sending.done !== null && (
        <span className={classes.bar}>
          <Bar label={props.label} share={sending.done} />
        </span>
      )}
      <p className={classes.hint}>
        {t('upload.limit', {
          extensions: taken.join(', '),
          size: formatBytes(rule.maxBytes),
        })}
      </p>
      {sending.problem && (
        <p role="alert" className={classes.problem}>
          {sending.problem}
        </p>
      )}
    </>
  )
}

/** Sends a chosen file; another choice, or leaving the form, ends it. */
function useSending({
  type,
  onChange,
  onSent,
}: Pick<FileFieldProps, 'type' | 'onChange' | 'onSent'>) {
  const [name, setName] = useState<string | null>(null)
  const [done, setDone] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort('left'), [])
  const send = (file: File | undefined, { maxBytes }: Rule) => {
    if (!file) return
    if (file.size > maxBytes)
      return setProblem(t('upload.tooLarge', { limit: Math.floor(maxBytes / 1_048_576) }))
    running.current?.abort('another')
    const { signal } = (running.current = new AbortController())
    setProblem(null)
    setDone(0)
    const onProgress = (progress: { readonly done: number }) =>
      signal.aborted || setDone(progress.done / file.size)
    uploadFile(file, type, { signal, onProgress })
      .then((uploadId) => {
        setName(file.name)
        onChange(uploadId)
        onSent?.(file)
      })
      .catch((error: unknown) => {
        if (!signal.aborted) setProblem(error instanceof Error ? error.message : String(error))
      })
      .finally(() => signal.aborted || setDone(null))
  }
  return { name, done, problem, send }
}
