import type { OfferedParam, TemplateField, TemplateHeader } from '@muster/contract'
import { type KeyboardEvent, useRef, useState } from 'react'
import { SortHandle } from '../../../kit/sorting/SortHandle.tsx'
import { type DropTarget, useRowDrag } from '../../../kit/sorting/useRowDrag.ts'
import { Ltr } from '../../../kit/page/values.tsx'
import { t } from '../../../platform/texts.ts'
import { Button, TextInput } from '../../../ui/controls.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { titleIn } from '../form/formRows.ts'
import { VirtualList } from '../form/VirtualList.tsx'
import classes from './design.module.css'
import {
  freeId,
  inOrder,
  movedField,
  steppedField,
  withHeader,
  withoutField,
  withoutHeader,
} from './designMoves.ts'
import type { Design } from './useDesign.ts'

/** What is looked at beside the list. */
export interface Picked {
  readonly kind: 'field' | 'header'
  readonly id: string
}

interface FieldListProps {
  readonly design: Design
  readonly groupId: string
  readonly picked: Picked | null
  readonly pick: (picked: Picked) => void
  readonly goal: string | null
  readonly addParams: () => void
}

type Line =
  | { readonly kind: 'header'; readonly id: string; readonly header: TemplateHeader }
  | { readonly kind: 'field'; readonly id: string; readonly field: TemplateField }

/** What stands in a tab, as it stands in the form. */
function linesOf({ content }: Design, groupId: string): Line[] {
  const own = inOrder(content).filter((field) => field.groupId === groupId)
  const lines = (headerId: string | null) =>
    own
      .filter((field) => field.headerId === headerId)
      .map((field): Line => ({ kind: 'field', id: field.pid, field }))
  const below = content.headers
    .filter((header) => header.groupId === groupId)
    .flatMap((header): Line[] => [{ kind: 'header', id: header.id, header }, ...lines(header.id)])
  return [...lines(null), ...below]
}

const keyOf = ({ kind, id }: Line): string => `${kind} ${id}`

/** The parameters of a tab: dragged by their handles, or moved by the arrow keys on them. */
export function FieldList({ design, groupId, picked, pick, goal, addParams }: FieldListProps) {
  const { content, edit, param } = design
  const frame = useRef<HTMLDivElement>(null)
  const [words, setWords] = useState('')
  const sought = words.trim().toLowerCase()
  const all = linesOf(design, groupId)
  const lines = sought ? all.filter((line) => isSought(line, sought, param)) : all
  const drag = useRowDrag((key, target) => edit(dropped(design, groupId, { key, target })), false)
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const key = event.target instanceof HTMLElement ? event.target.dataset['handle'] : undefined
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
    if (!key?.startsWith('field ') || step === null) return
    event.preventDefault()
    edit(steppedField(content, key.slice('field '.length), step))
    // The row is drawn anew where it came to stand.
    requestAnimationFrame(() =>
      frame.current?.querySelector<HTMLElement>(`[data-handle="${CSS.escape(key)}"]`)?.focus(),
    )
  }
  const addHeader = () => {
    const id = freeId('heading', content.headers)
    const header = { id, groupId, title: t('paramTemplate.newHeading'), titles: {}, isOpen: true }
    edit(withHeader(content, header, picked?.kind === 'field' ? picked.id : null))
    pick({ kind: 'header', id })
  }
  return (
    <div className={classes.list}>
      <div className={classes.listBar}>
        <TextInput
          type="search"
          aria-label={t('paramTemplate.findInTab')}
          placeholder={t('paramTemplate.findInTab')}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <Button variant="default" disabled={groupId === ''} onClick={addHeader}>
          {t('paramTemplate.addHeading')}
        </Button>
        <Button disabled={groupId === ''} onClick={addParams}>
          {t('paramTemplate.addParams')}
        </Button>
      </div>
      <div ref={frame} role="presentation" onKeyDown={press} {...drag.handlers}>
        {lines.length === 0 ? (
          <p className={classes.quiet}>
            {t(sought ? 'paramForm.nothing' : 'paramTemplate.emptyTab')}
          </p>
        ) : (
          <VirtualList
            count={lines.length}
            keyOf={(at) => (lines[at] ? keyOf(lines[at]) : String(at))}
            heightOf={() => 44}
            goal={goal && `field ${goal}`}
            row={(at) => {
              const line = lines[at]
              return (
                line && (
                  <LineRow
                    line={line}
                    design={design}
                    isPicked={picked?.kind === line.kind && picked.id === line.id}
                    side={drag.target?.on === keyOf(line) ? drag.target.side : null}
                    pick={pick}
                  />
                )
              )
            }}
          />
        )}
      </div>
    </div>
  )
}

function isSought(line: Line, sought: string, param: Design['param']): boolean {
  if (line.kind === 'header') return line.header.title.toLowerCase().includes(sought)
  const text = `${line.id} ${line.field.label ?? ''} ${param(line.id)?.label ?? ''}`
  return text.toLowerCase().includes(sought)
}

/** A field that was dragged: before or after another one, or to the top of a heading. */
function dropped(
  design: Design,
  groupId: string,
  { key, target }: { readonly key: string; readonly target: DropTarget },
) {
  const { content } = design
  const lines = linesOf(design, groupId)
  const at = lines.findIndex((line) => keyOf(line) === target.on)
  const on = lines[at]
  if (!key.startsWith('field ') || !on) return content
  const pid = key.slice('field '.length)
  if (on.kind === 'header') {
    const first = lines.slice(at + 1).find((line) => line.kind === 'field')
    const isBelow = first?.kind === 'field' && first.field.headerId === on.id
    return movedField(content, pid, { groupId, headerId: on.id, before: isBelow ? first.id : null })
  }
  const { headerId } = on.field
  const next = lines[at + 1]
  const after = next?.kind === 'field' && next.field.headerId === headerId ? next.id : null
  return movedField(content, pid, {
    groupId,
    headerId,
    before: target.side === 'before' ? on.id : after,
  })
}

/** What a parameter is called here, else in the dictionary in the reader's language. */
export const nameOf = (
  pid: string,
  label: string | null,
  known: OfferedParam | undefined,
): string => label ?? (known ? titleIn(known.label, known.labels) : pid)

interface LineRowProps {
  readonly line: Line
  readonly design: Design
  readonly isPicked: boolean
  readonly side: DropTarget['side'] | null
  readonly pick: (picked: Picked) => void
}

function LineRow({ line, design, isPicked, side, pick }: LineRowProps) {
  const { content, edit, param } = design
  const known = line.kind === 'field' ? param(line.id) : undefined
  const title =
    line.kind === 'header'
      ? titleIn(line.header.title, line.header.titles)
      : nameOf(line.id, line.field.label, known)
  const remove = () =>
    edit(line.kind === 'header' ? withoutHeader(content, line.id) : withoutField(content, line.id))
  return (
    <div
      className={classes.line}
      data-row={keyOf(line)}
      data-kind={line.kind}
      data-side={side ?? undefined}
      data-picked={isPicked || undefined}
    >
      {line.kind === 'field' && (
        <SortHandle
          id={keyOf(line)}
          label={t('paramTemplate.moveOf', { name: title })}
          hint={t('paramTemplate.moveHint')}
        />
      )}
      <button
        type="button"
        className={classes.lineName}
        aria-pressed={isPicked}
        onClick={() => pick({ kind: line.kind, id: line.id })}
      >
        <span>
          <bdi>{title}</bdi>
        </span>
        {line.kind === 'field' && (
          <span className={classes.pid}>
            <Ltr>{line.id}</Ltr>
            {known ? ` · ${t(`param.type.${known.dataType}`)}` : ''}
          </span>
        )}
      </button>
      {line.kind === 'field' && !known && (
        <span className={classes.wrong}>{t('paramTemplate.unknownParam')}</span>
      )}
      <IconButton
        icon="trash"
        label={t('paramTemplate.removeOf', { name: title })}
        onClick={remove}
      />
    </div>
  )
}
