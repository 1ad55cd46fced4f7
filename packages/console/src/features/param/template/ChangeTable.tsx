import type { TemplateChange, TextKey } from '@muster/contract'
import { useState } from 'react'
import { Ltr, StatusBadge, Words } from '../../../kit/page/values.tsx'
import { formatNumber, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import classes from './design.module.css'

const tones = { added: 'good', removed: 'bad', changed: 'waiting', moved: 'neutral' } as const

/** Changes that are shown before somebody asks for more. */
const page = 100

/** What two templates say differently: how much of each kind, and what it is. */
export function ChangeTable({ changes }: { readonly changes: readonly TemplateChange[] }) {
  const [shown, setShown] = useState(page)
  if (changes.length === 0) return <p className={classes.quiet}>{t('paramTemplate.noChanges')}</p>
  const kinds = ['added', 'changed', 'moved', 'removed'] as const
  return (
    <div className={classes.dialog}>
      <div className={classes.acts}>
        {kinds.map((kind) => {
          const count = changes.filter((change) => change.kind === kind).length
          return (
            count > 0 && (
              <StatusBadge key={kind} tone={tones[kind]}>
                {`${t(`paramTemplate.kind.${kind}`)}: ${formatNumber(count)}`}
              </StatusBadge>
            )
          )
        })}
      </div>
      <PlainTable
        label={t('paramTemplate.changes')}
        titles={[
          t('paramTemplate.change'),
          t('paramTemplate.what'),
          t('paramTemplate.before'),
          t('paramTemplate.after'),
        ]}
        rows={changes.slice(0, shown).map((change) => ({
          key: `${change.part} ${change.key}`,
          cells: [
            <StatusBadge key="kind" tone={tones[change.kind]}>
              {t(`paramTemplate.kind.${change.kind}`)}
            </StatusBadge>,
            <What key="what" change={change} />,
            <Members key="before" change={change} side="before" />,
            <Members key="after" change={change} side="after" />,
          ],
        }))}
        size="small"
      />
      {changes.length > shown && (
        <div>
          <Button variant="default" size="xs" onClick={() => setShown(shown + page)}>
            {t('paramTemplate.moreChanges', { shown: formatNumber(changes.length - shown) })}
          </Button>
        </div>
      )}
    </div>
  )
}

function What({ change: { part, key, title } }: { readonly change: TemplateChange }) {
  return (
    <span className={classes.what}>
      <Words>{title}</Words>
      <span className={classes.pid}>
        {t(`paramTemplate.in.${part}`)} · <Ltr>{key}</Ltr>
      </span>
    </span>
  )
}

/** What the members of a template's parts and of the catalogue's entries are called in their forms. */
const memberTexts = {
  groupId: 'paramTemplate.tab',
  headerId: 'paramTemplate.heading',
  fileId: 'paramTemplate.file',
  label: 'paramTemplate.label',
  labels: 'paramDict.titles',
  title: 'paramDict.title',
  titles: 'paramDict.titles',
  groupName: 'paramDict.group',
  defaultValue: 'paramTemplate.defaultValue',
  required: 'paramTemplate.required',
  readOnly: 'paramTemplate.readOnly',
  hidden: 'paramTemplate.hiddenMember',
  secret: 'paramDict.secret',
  dataType: 'paramDict.dataType',
  unit: 'paramDict.unit',
  minLength: 'paramDict.minLength',
  maxLength: 'paramDict.maxLength',
  minValue: 'paramDict.minValue',
  maxValue: 'paramDict.maxValue',
  pattern: 'paramDict.pattern',
  patternMessage: 'paramDict.patternMessage',
  items: 'paramDict.items',
  columns: 'paramDict.columns',
  maxRows: 'paramTemplate.maxRows',
  accessLevel: 'paramDict.accessLevel',
  dependsOn: 'paramDict.dependsOn',
  description: 'paramDict.description',
  isOpen: 'paramTemplate.openAtFirst',
  fileName: 'paramTemplate.fileName',
  path: 'paramTemplate.path',
  format: 'paramTemplate.format',
  encoding: 'paramTemplate.encoding',
  message: 'paramTemplate.message',
} as const satisfies Readonly<Record<string, TextKey>>

const isNamed = (member: string): member is keyof typeof memberTexts =>
  Object.hasOwn(memberTexts, member)
const memberName = (member: string): string => (isNamed(member) ? t(memberTexts[member]) : member)

interface MembersProps {
  readonly change: TemplateChange
  readonly side: 'before' | 'after'
}

function Members({ change: { members }, side }: MembersProps) {
  if (members.length === 0) return nothing
  return (
    <ul className={classes.members}>
      {members.map((one) => (
        <li key={one.member}>
          <span className={classes.pid}>{memberName(one.member)}: </span>
          <bdi>{one[side] ?? nothing}</bdi>
        </li>
      ))}
    </ul>
  )
}
