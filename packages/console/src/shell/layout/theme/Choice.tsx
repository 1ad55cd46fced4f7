import type { ThemeSettings } from '@muster/contract'
import type { ComponentType } from 'react'
import { nameText, t } from '../../../platform/texts.ts'
import { previewTheme, useTheme } from './settings.ts'
import styles from './ThemeDrawer.module.css'

type ChoiceSetting =
  | 'colorScheme'
  | 'themeName'
  | 'layout'
  | 'background'
  | 'columnStyle'
  | 'tabsBarStyle'

interface Props<S extends ChoiceSetting> {
  readonly setting: S
  readonly values: readonly ThemeSettings[S][]
  readonly look?: 'words' | 'samples' | 'pictures'
  readonly picture?: ComponentType<{ readonly value: ThemeSettings[S] }>
  readonly isOff?: boolean
}

/** One setting with a few values: the browser's own radio buttons, in the look of tiles. */
export function Choice<S extends ChoiceSetting>({
  setting,
  values,
  look = 'words',
  picture: Picture,
  isOff = false,
}: Props<S>) {
  const current = useTheme()[setting]
  return (
    <fieldset className={styles['group']} disabled={isOff}>
      <legend>{t(`theme.${setting}`)}</legend>
      <div className={styles['choices']} data-look={look}>
        {values.map((value) => (
          <label
            key={value}
            className={styles['choice']}
            title={look === 'samples' ? nameText(`theme.${setting}.${value}`) : undefined}
          >
            <input
              type="radio"
              name={setting}
              checked={value === current}
              onChange={() => previewTheme({ [setting]: value })}
            />
            {Picture && <Picture value={value} />}
            <span className={styles['word']}>{nameText(`theme.${setting}.${value}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
