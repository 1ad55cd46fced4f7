import type { TextKey } from '@muster/contract'
import { t, texts } from '../../../platform/texts.ts'
import { ChoiceField, type FieldHold, NumberField, TextField } from '../../../ui/form/fields.tsx'
import { LinesField } from '../../../ui/form/moreFields.tsx'
import { RightsChoice } from './RightsChoice.tsx'
import { reachTexts } from './tokenTexts.ts'
import classes from './tokens.module.css'

type Name = 'name' | 'reach' | 'codes' | 'ipAllow' | 'days'

interface TokenFieldsProps {
  readonly field: (name: Name, label: TextKey) => FieldHold
  readonly mostDays: number
  /** Single rights are chosen. */
  readonly isChoosing: boolean
}

/** What is said of a new token. */
export function TokenFields({ field, mostDays, isChoosing }: TokenFieldsProps) {
  const label = t('ucenter.tokens.days', { most: mostDays })
  return (
    <div className={classes.fields}>
      <TextField {...field('name', 'ucenter.tokens.name')} />
      <NumberField {...field('days', 'ucenter.tokens.days')} label={label} />
      <ChoiceField {...field('reach', 'ucenter.tokens.reach')} options={texts(reachTexts)} />
      {isChoosing && <RightsChoice {...field('codes', 'ucenter.tokens.reachChosen')} />}
      <LinesField
        {...field('ipAllow', 'ucenter.tokens.networks')}
        hint={t('ucenter.tokens.networksHint')}
      />
    </div>
  )
}
