import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Checkbox, Tabs, TextInput } from '../../../ui/controls.ts'
import { Callout } from '../../../ui/form/Callout.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import {
  type FormAccess,
  type FormContent,
  formRows,
  type FormValues,
  isOwn,
  shownFields,
  titleIn,
} from './formRows.ts'
import { FormRows } from './FormRows.tsx'
import { type Judgement, judgeOf } from './judge.ts'
import classes from './paramForm.module.css'

interface ParamFormProps extends FormValues {
  readonly content: FormContent
  /** A parameter's own value; null: back to what it inherits. */
  readonly onChange: (pid: string, value: string | null) => void
  readonly access: FormAccess
  readonly isReadOnly?: boolean
  /** What stands beside a field: a picker of variables, what is in force. */
  readonly beside?: (pid: string) => ReactNode
}

/**
 * The form of a template: tabs, headings, and each parameter with its value and where that comes from.
 * Only what is in sight is drawn, and only what has changed is judged again.
 */
export function ParamForm(props: ParamFormProps) {
  const {
    content,
    access,
    values,
    inherited,
    ownSecrets,
    onChange,
    isReadOnly = false,
    beside,
  } = props
  const [groupId, setGroup] = useState(content.groups[0]?.id ?? null)
  const [words, setWords] = useState('')
  const [onlyChanged, setOnlyChanged] = useState(false)
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const [goal, setGoal] = useState<string | null>(null)
  const deferred = useDeferredValue(words)
  const judge = useMemo(() => judgeOf(content), [content])
  const held = { values, inherited, ...(ownSecrets && { ownSecrets }) }
  const fields = shownFields(content, held, access)
  const judgement = judge(fields, held)
  const sought = { groupId, words: deferred, onlyChanged }
  const rows = formRows(content, { fields, held, sought, toggled })
  const show = (pid: string) => {
    const field = fields.find((one) => one.pid === pid)
    if (!field) return
    setWords('')
    setOnlyChanged(false)
    setGroup(field.groupId)
    const header = content.headers.find(({ id }) => id === field.headerId)
    const isClosed = header && header.isOpen === toggled.has(header.id)
    if (isClosed) setToggled(flipped(toggled, header.id))
    setGoal(pid)
  }
  return (
    <div className={classes.form}>
      <div className={classes.bar}>
        <TextInput
          type="search"
          aria-label={t('paramForm.search')}
          placeholder={t('paramForm.search')}
          leftSection={<Icon name="search" size={16} />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <Checkbox
          label={t('paramForm.onlyChanged')}
          checked={onlyChanged}
          onChange={(event) => setOnlyChanged(event.currentTarget.checked)}
        />
        <FaultButton judgement={judgement} at={goal} show={show} />
      </div>
      <BrokenRules judgement={judgement} show={show} />
      <GroupTabs
        content={content}
        counts={countsOf(fields, held, judgement)}
        chosen={deferred || onlyChanged ? null : groupId}
        choose={(id) => {
          setWords('')
          setOnlyChanged(false)
          setGroup(id)
        }}
      />
      <FormRows
        // Another tab begins at its top.
        key={deferred || onlyChanged ? 'sought' : groupId}
        rows={rows}
        held={held}
        faults={judgement.faults}
        isReadOnly={isReadOnly}
        onChange={onChange}
        goal={goal}
        toggle={(id) => setToggled(flipped(toggled, id))}
        {...(beside && { beside })}
      />
    </div>
  )
}

function flipped(all: ReadonlySet<string>, one: string): ReadonlySet<string> {
  const next = new Set(all)
  if (!next.delete(one)) next.add(one)
  return next
}

interface Counts {
  readonly own: number
  readonly faults: number
}

/** What each tab holds: own values, and what is wrong. */
function countsOf(
  fields: ReturnType<typeof shownFields>,
  held: FormValues,
  { faults }: Judgement,
): ReadonlyMap<string, Counts> {
  const counts = new Map<string, Counts>()
  for (const { pid, groupId } of fields) {
    const before = counts.get(groupId) ?? { own: 0, faults: 0 }
    const own = before.own + Number(isOwn(held, pid))
    counts.set(groupId, { own, faults: before.faults + Number(faults.has(pid)) })
  }
  return counts
}

interface GroupTabsProps {
  readonly content: FormContent
  readonly counts: ReadonlyMap<string, Counts>
  /** Null: what is sought is in several. */
  readonly chosen: string | null
  readonly choose: (id: string) => void
}

function GroupTabs({ content: { groups }, counts, chosen, choose }: GroupTabsProps) {
  return (
    <Tabs
      value={chosen}
      onChange={(id) => id !== null && choose(id)}
      className={classes.tabs ?? ''}
    >
      <Tabs.List>
        {groups.map(({ id, title, titles }) => {
          const { own = 0, faults = 0 } = counts.get(id) ?? {}
          return (
            <Tabs.Tab key={id} value={id}>
              {titleIn(title, titles)}
              {own > 0 && (
                <span className={classes.count} title={t('paramForm.ownCount', { count: own })}>
                  {formatNumber(own)}
                </span>
              )}
              {faults > 0 && (
                <span
                  className={classes.wrong}
                  title={t('paramForm.faultCount', { count: faults })}
                >
                  {formatNumber(faults)}
                </span>
              )}
            </Tabs.Tab>
          )
        })}
      </Tabs.List>
    </Tabs>
  )
}

interface FaultsProps {
  readonly judgement: Judgement
  readonly show: (pid: string) => void
}

/** How many values are wrong; each press shows the next one. */
function FaultButton({
  judgement: { faults },
  at,
  show,
}: FaultsProps & { readonly at: string | null }) {
  if (faults.size === 0) return null
  const pids = [...faults.keys()]
  const next = pids[(pids.indexOf(at ?? '') + 1) % pids.length] ?? ''
  return (
    <Button size="xs" variant="default" className={classes.next ?? ''} onClick={() => show(next)}>
      {t('paramForm.nextFault', { count: faults.size })}
    </Button>
  )
}

/** Rules over several values that these do not keep. */
function BrokenRules({ judgement: { broken }, show }: FaultsProps) {
  if (broken.length === 0) return null
  return (
    <Callout title={t('paramForm.broken')}>
      <ul className={classes.rules}>
        {broken.map(({ index, message, pids }) => (
          <li key={index}>
            <span dir="auto">{message}</span>{' '}
            {pids.map((pid) => (
              <button key={pid} type="button" className={classes.link} onClick={() => show(pid)}>
                {pid}
              </button>
            ))}
          </li>
        ))}
      </ul>
    </Callout>
  )
}
