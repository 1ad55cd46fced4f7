import {
  models,
  organizations,
  scopeKinds,
  type ScopeKind,
  type ShownScope,
  vendors,
} from '@muster/contract'
import { t, texts } from '../../../platform/texts.ts'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import { Checkbox } from '../../../ui/controls.ts'
import { ChosenRecords } from '../../../kit/form/ChosenRecords.tsx'
import classes from './scope.module.css'
import type { ScopeDraft } from './scopeDraft.ts'
import { scopeTexts } from './scopeTexts.ts'

interface ScopeFieldsProps {
  readonly draft: ScopeDraft
  readonly onChange: (draft: ScopeDraft) => void
  readonly isReadOnly: boolean
}

/** Whose records somebody sees: the kind of scope, chosen organisations, and what cuts it further. */
export function ScopeFields({ draft, onChange, isReadOnly }: ScopeFieldsProps) {
  const isKind = (value: string): value is ScopeKind => scopeKinds.some((kind) => kind === value)
  return (
    <div className={classes.fields}>
      {isReadOnly ? (
        <strong>{t(scopeTexts[draft.kind])}</strong>
      ) : (
        <ChoiceInput
          label={t('scope.kind')}
          options={texts(scopeTexts)}
          value={draft.kind}
          onChoose={(kind) => isKind(kind) && onChange({ ...draft, kind })}
        />
      )}
      <p className={classes.hint}>{t(`scope.hint.${draft.kind}`)}</p>
      {draft.kind === 'CUSTOM' && <Places {...{ draft, onChange, isReadOnly }} />}
      <Cut {...{ draft, onChange, isReadOnly }} of="vendors" />
      <Cut {...{ draft, onChange, isReadOnly }} of="models" />
    </div>
  )
}

function Places({ draft, onChange, isReadOnly }: ScopeFieldsProps) {
  const { places } = draft
  const change = (next: ScopeDraft['places']) => onChange({ ...draft, places: next })
  return (
    <ChosenRecords
      of={organizations}
      label={t('scope.organizations')}
      none={t('scope.noOrganization')}
      chosen={places}
      onAdd={(id) => change([...places, { id, withBelow: true }])}
      onDrop={(id) => change(places.filter((one) => one.id !== id))}
      isReadOnly={isReadOnly}
      more={(place) => (
        <Checkbox
          label={t('scope.withBelow')}
          checked={place.withBelow}
          disabled={isReadOnly}
          onChange={({ currentTarget: { checked: withBelow } }) =>
            change(places.map((one) => (one.id === place.id ? { ...one, withBelow } : one)))
          }
        />
      )}
    />
  )
}

const cuts = {
  vendors: { group: vendors, label: 'scope.vendors', none: 'scope.anyVendor' },
  models: { group: models, label: 'scope.models', none: 'scope.anyModel' },
} as const

/** Vendors or models that the scope is cut to. */
function Cut(
  props: ScopeFieldsProps & { readonly of: keyof Pick<ShownScope, 'vendors' | 'models'> },
) {
  const { draft, onChange, isReadOnly, of } = props
  const { group, label, none } = cuts[of]
  return (
    <ChosenRecords
      of={group}
      label={t(label)}
      none={t(none)}
      chosen={draft[of]}
      onAdd={(id) => onChange({ ...draft, [of]: [...draft[of], { id }] })}
      onDrop={(id) => onChange({ ...draft, [of]: draft[of].filter((one) => one.id !== id) })}
      isReadOnly={isReadOnly}
    />
  )
}
