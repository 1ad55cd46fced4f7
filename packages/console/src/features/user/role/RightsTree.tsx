import { isDangerousRight, type RightNode } from '@muster/contract'
import { useState } from 'react'
import { Ltr } from '../../../kit/page/values.tsx'
import { t } from '../../../platform/texts.ts'
import { TextInput } from '../../../ui/controls.ts'
import { Check, Tag } from '../../../ui/table/cells.tsx'
import { markOf, matching, turned } from './marks.ts'
import { rightText } from './rightTexts.ts'
import classes from './role.module.css'

interface RightsTreeProps {
  readonly nodes: readonly RightNode[]
  readonly granted: ReadonlySet<string>
  readonly onChange: (granted: ReadonlySet<string>) => void
  readonly isReadOnly: boolean
}

/** Menus and buttons with check boxes: a branch is checked, half-checked or not, by what is below it. */
export function RightsTree(props: RightsTreeProps) {
  const [typed, setTyped] = useState('')
  const word = typed.trim().toLowerCase()
  const isMatch = (node: RightNode) =>
    rightText(node).toLowerCase().includes(word) ||
    (node.code?.toLowerCase().includes(word) ?? false)
  const shown = word ? matching(props.nodes, isMatch) : props.nodes
  return (
    <>
      <TextInput
        label={t('role.searchRight')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className={classes.tree} role="group" aria-label={t('role.rights')}>
        {shown.length === 0 && <p className={classes.none}>{t('kit.noMatch')}</p>}
        <Branch {...props} nodes={shown} isUnfolded={word !== ''} />
      </div>
    </>
  )
}

type BranchProps = RightsTreeProps & { readonly isUnfolded: boolean }

function Branch(props: BranchProps) {
  return (
    <ul className={classes.branch}>
      {props.nodes.map((node) => (
        <Right key={node.id} {...props} node={node} />
      ))}
    </ul>
  )
}

function Right({ node, ...props }: BranchProps & { readonly node: RightNode }) {
  const { granted, onChange, isReadOnly, isUnfolded } = props
  const [isOpen, setOpen] = useState(node.menuType === 0)
  const hasBelow = node.children.length > 0
  const isShown = isOpen || isUnfolded
  const mark = markOf(node, granted)
  const label = rightText(node)
  return (
    <li>
      <div className={classes.right}>
        {hasBelow ? (
          <button
            type="button"
            className={classes.fold}
            aria-expanded={isShown}
            aria-label={t('role.fold', { name: label })}
            onClick={() => setOpen(!isOpen)}
          />
        ) : (
          <span className={classes.noFold} />
        )}
        <Check
          label={label}
          isOn={mark === 'all'}
          isPartly={mark === 'some'}
          isDisabled={isReadOnly || !node.isHeld}
          onTurn={() => onChange(turned(node, granted))}
        />
        <span>{label}</span>
        {node.code && <Ltr>{node.code}</Ltr>}
        {node.code && isDangerousRight(node.code) && <Tag tone="bad">{t('role.dangerous')}</Tag>}
        {!node.isHeld && <Tag tone="neutral">{t('role.notHeld')}</Tag>}
      </div>
      {hasBelow && isShown && <Branch {...props} nodes={node.children} />}
    </li>
  )
}
