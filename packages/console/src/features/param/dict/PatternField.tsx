import { paramDicts, type ReplyOf, type TextKey } from '@muster/contract'
import { useState } from 'react'
import { call } from '../../../kit/call.ts'
import { outcomeOf } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import { Button, TextInput } from '../../../ui/controls.ts'
import { type FieldHold, shownValue } from '../../../ui/form/fields.tsx'
import classes from './dict.module.css'

type Tried = ReplyOf<typeof paramDicts.tryPattern>

interface PatternFieldProps extends FieldHold {
  readonly hint: string
}

/** A regular expression, and a text to try it with: by the server's own engine. */
export function PatternField({ value, onChange, hint, required: _, ...rest }: PatternFieldProps) {
  const pattern = shownValue(value)
  const [text, setText] = useState('')
  const [tried, setTried] = useState<Tried | null>(null)
  const test = async () => {
    const outcome = await outcomeOf(call(paramDicts.tryPattern, { query: { pattern, text } }))
    if ('reply' in outcome) setTried(outcome.reply)
  }
  return (
    <div className={classes.pattern}>
      <TextInput
        {...rest}
        description={hint}
        value={pattern}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={255}
        onChange={(event) => {
          setTried(null)
          onChange(event.currentTarget.value)
        }}
      />
      {pattern !== '' && (
        <div className={classes.test}>
          <TextInput
            label={t('paramDict.tryPattern')}
            value={text}
            dir="ltr"
            maxLength={1024}
            onChange={(event) => {
              setTried(null)
              setText(event.currentTarget.value)
            }}
          />
          <Button variant="default" onClick={() => void test()}>
            {t('paramDict.tryButton')}
          </Button>
          <output aria-live="polite">{tried && t(verdictOf(tried))}</output>
        </div>
      )}
    </div>
  )
}

function verdictOf({ isPattern, matches }: Tried): TextKey {
  if (!isPattern) return 'paramDict.tryBad'
  return matches ? 'paramDict.tryMatches' : 'paramDict.tryDiffers'
}
