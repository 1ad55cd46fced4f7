import type { ThemeSettings } from '@muster/contract'
import styles from './ThemeDrawer.module.css'

type Layout = ThemeSettings['layout']

/** Where a layout has its menus (strong) and its bars (faint), on a field of 48 by 34. */
const shapes: Readonly<Record<Layout, { readonly menu: string; readonly bar: string }>> = {
  vertical: { menu: 'M0 0h13v34h-13z', bar: 'M15 0h33v7h-33z' },
  horizontal: { menu: 'M0 0h48v9h-48z', bar: 'M0 11h48v4h-48z' },
  column: { menu: 'M0 0h7v34h-7z', bar: 'M8 0h9v34h-9zM19 0h29v7h-29z' },
  comprehensive: { menu: 'M0 0h13v34h-13zM17 2h6v3h-6zM25 2h6v3h-6z', bar: 'M33 2h15v3h-15z' },
  float: { menu: 'M0 0h7v34h-7z', bar: 'M9 0h39v7h-39zM9 12h17v13h-17z' },
  common: { menu: 'M0 0h48v8h-48zM0 9h13v25h-13z', bar: 'M15 10h33v4h-33z' },
}

/** A layout in small. */
export function LayoutPicture({ value }: { readonly value: Layout }) {
  const { menu, bar } = shapes[value]
  return (
    <svg className={styles['layout']} viewBox="0 0 48 34" aria-hidden="true">
      <path className={styles['faint']} d={bar} />
      <path className={styles['strong']} d={menu} />
    </svg>
  )
}
