import { texts } from '../../platform/texts.ts'
import { asciiDigits } from '../../ui/form/digits.ts'
import { ChoiceField, CodeField, type FieldHold } from '../../ui/form/fields.tsx'
import { chargeTexts } from './appTexts.ts'

interface ChargeFieldsProps {
  readonly charge: FieldHold
  readonly price: FieldHold
  readonly currency: FieldHold
}

/** What an application costs; how much is asked where it costs something. */
export function ChargeFields({ charge, price, currency }: ChargeFieldsProps) {
  return (
    <>
      <ChoiceField {...charge} required options={texts(chargeTexts)} />
      {charge.value !== 'FREE' && (
        <>
          <CodeField
            {...price}
            required
            onChange={(typed) => price.onChange(amountOf(String(typed)))}
            onBlur={() => {
              if (typeof price.value === 'string') price.onChange(whole(price.value))
              price.onBlur()
            }}
          />
          <CodeField {...currency} required />
        </>
      )}
    </>
  )
}

/** A sum as it is typed; one whose end may still be typed stays text. */
function amountOf(typed: string): number | string {
  const text = asciiDigits(typed).trim()
  return /\.(?:\d?0)?$/.test(text) ? text : whole(text)
}

/** A sum with two decimals at most as a number; what is none stays text, and the rules say so. */
const whole = (text: string): number | string =>
  /^\d{1,10}(?:\.\d{1,2})?$/.test(text) ? Number(text) : text
