import { mostScreenshots } from '@muster/contract'
import { ImageField } from '../../kit/image/ImageField.tsx'
import { formatNumber } from '../../platform/format.ts'
import { t } from '../../platform/texts.ts'
import type { FieldHold } from '../../ui/form/fields.tsx'
import classes from './app.module.css'

/** Pictures in their order: one place more than there are, until there are enough. */
export function ScreenshotsField({ value, onChange, error, ...rest }: FieldHold) {
  const names = Array.isArray(value) ? value.map(String) : []
  const places = names.length < mostScreenshots ? [...names, ''] : names
  const put = (place: number, name: string) =>
    onChange(places.map((one, at) => (at === place ? name : one)).filter((one) => one !== ''))
  return (
    <div className={classes.shots}>
      {places.map((name, place) => (
        <ImageField
          {...rest}
          key={name || 'next'}
          label={t('app.screenshot', { number: formatNumber(place + 1) })}
          value={name}
          error={place === 0 ? error : undefined}
          onChange={(chosen) => put(place, String(chosen))}
          use="picture"
        />
      ))}
    </div>
  )
}
