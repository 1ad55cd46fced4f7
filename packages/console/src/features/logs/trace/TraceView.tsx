import {
  isAtLeast,
  type LogLevel,
  type LogTrace,
  logLevels,
  logTraces,
  processOf,
} from '@muster/contract'
import { useEffect, useState } from 'react'
import { DialogFrame } from '../../../kit/dialog/DialogFrame.tsx'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { usePage } from '../../../kit/page/page.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { useCan } from '../../../kit/session.ts'
import { useAction } from '../../../kit/useAction.ts'
import { formatBytes, formatNumber } from '../../../platform/format.ts'
import { t, texts } from '../../../platform/texts.ts'
import { Button, TextInput } from '../../../ui/controls.ts'
import { Select } from '../../../ui/Select.tsx'
import { levelTexts } from '../levelTexts.ts'
import { LineRows, type ShownLine } from '../view/LineRows.tsx'
import { LogViewer } from '../view/LogViewer.tsx'
import view from '../view/view.module.css'
import { missingText, State } from './traceColumns.tsx'
import { causeText } from './traceTexts.ts'
import { mostTailed, type Tail, useTail } from './useTail.ts'

interface TraceViewProps {
  /** About one of them by its id. */
  readonly dialog: Pick<Dialog<string>, 'isOpen' | 'record' | 'close'>
}

/** A trace over the whole window: its end while it runs, then all of it. */
export function TraceView({ dialog: { isOpen, record: id, close } }: TraceViewProps) {
  const [told, tell] = useState<LogTrace | null>(null)
  const name = told?.id === id ? `${told.sn} · ${told.traceNo}` : ''
  const title = [t('logTrace.viewTitle'), name].filter(Boolean).join(' ')
  return (
    <DialogFrame looksOnly isOpen={isOpen} close={close} place="whole" title={title}>
      {isOpen && id !== null && <Shown key={id} id={id} tell={tell} />}
    </DialogFrame>
  )
}

interface ShownProps {
  readonly id: string
  /** Says which it is, once that is known. */
  readonly tell: (trace: LogTrace) => void
}

function Shown({ id, tell }: ShownProps) {
  const tail = useTail(id, usePage().active)
  const trace = tail.data?.trace
  useEffect(() => {
    if (trace) tell(trace)
  }, [trace, tell])
  const mayRead = useCan(logTraces.view.permission)
  return (
    <Loaded query={tail} permission={logTraces.tail.permission}>
      {(data) =>
        data.trace.isFiled && mayRead ? (
          <LogViewer of={logTraces} id={id} title={data.trace.traceNo} />
        ) : (
          <Following tail={data} />
        )
      }
    </Loaded>
  )
}

/** The latest lines of a trace, which can be held still and sifted. */
function Following({ tail: { trace, lines } }: { readonly tail: Tail }) {
  const [held, setHeld] = useState<readonly ShownLine[] | null>(null)
  const [text, setText] = useState('')
  const [level, setLevel] = useState<LogLevel | ''>('')
  const [process, setProcess] = useState('')
  const shown = sifted(held ?? lines, { text, level, process })
  return (
    <div className={view.viewer}>
      <div className={view.bar}>
        <TextInput
          label={t('logTrace.sift')}
          value={text}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Select
          label={t('logView.level')}
          clearable
          placeholder={t('kit.any')}
          value={level || null}
          data={Object.entries(texts(levelTexts)).map(([value, label]) => ({ value, label }))}
          onChange={(value) => setLevel(logLevels.find((one) => one === value) ?? '')}
        />
        <Select
          label={t('logView.process')}
          clearable
          searchable
          placeholder={t('kit.any')}
          value={process || null}
          data={processesIn(held ?? lines, process)}
          onChange={(value) => setProcess(value ?? '')}
        />
        <Button variant="default" onClick={() => setHeld(held === null ? lines : null)}>
          {t(held === null ? 'logTrace.pause' : 'logTrace.goOn')}
        </Button>
        <StopButton trace={trace} />
        <Progress trace={trace} />
      </div>
      <LineRows
        label={t('logView.linesOf', { name: trace.traceNo })}
        count={shown.length}
        lineAt={(index) => shown[index] ?? { text: null }}
        isFollowing={held === null}
      />
    </div>
  )
}

/** Which processes wrote these lines; one that is chosen stays while its lines have gone. */
function processesIn(lines: readonly ShownLine[], chosen: string): string[] {
  const found = new Set(chosen === '' ? [] : [chosen])
  for (const { text } of lines) {
    const process = text === null ? null : processOf(text)
    if (process !== null) found.add(process)
  }
  return [...found].toSorted((one, other) => Number(one) - Number(other))
}

interface Sift {
  readonly text: string
  readonly level: LogLevel | ''
  readonly process: string
}

function sifted(lines: readonly ShownLine[], { text, level, process }: Sift): readonly ShownLine[] {
  if (text === '' && level === '' && process === '') return lines
  const wanted = text.toLowerCase()
  return lines.filter(
    ({ text: line, isGap }) =>
      isGap ||
      (line !== null &&
        line.toLowerCase().includes(wanted) &&
        (process === '' || processOf(line) === process) &&
        (level === '' || isAtLeast(line, level))),
  )
}

interface OfTrace {
  readonly trace: LogTrace
}

function StopButton({ trace: { id, traceNo, endedAt } }: OfTrace) {
  const act = useAction(logTraces)
  const mayStop = useCan(logTraces.stop.permission)
  if (endedAt !== null || !mayStop) return null
  const said = () => t('logTrace.stopped', { no: traceNo })
  return (
    <Button onClick={() => void act(logTraces.stop, { params: { id } }, said)}>
      {t('logTrace.stop')}
    </Button>
  )
}

/** How it stands, how much has come, and what is missing. */
function Progress({ trace }: OfTrace) {
  const { lines, bytes, gaps, lostLines } = trace
  return (
    <p role="status">
      <State {...trace} /> {causeText(trace)}{' '}
      {t('logView.size', { count: lines, size: formatBytes(bytes) })}
      {gaps + lostLines > 0 && ` · ${missingText(trace)}`}
      {lines > mostTailed && ` · ${t('logTrace.latest', { count: formatNumber(mostTailed) })}`}
    </p>
  )
}
