import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core'
import { themeNames } from '@muster/contract'
import { expect, it } from 'vitest'
import { between, type Colour, contrast, over, readColour } from '../../test/colours.ts'
import { fromTokens, theme } from './theme.ts'

const textOf = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')
const pattern = textOf('menuPattern.svg')
const sheets = textOf('themes.css') + textOf('tokens.css')

type Tokens = Readonly<Record<string, string>>

interface Rule {
  readonly selector: string
  readonly tokens: Tokens
}

/** The rules that hold for the page, weakest first: the dark scheme's are the stronger ones. */
const rules: readonly Rule[] = [...sheets.matchAll(/([^{}]+)\{([^}]*)\}/g)]
  .map(([, head = '', body = '']) => ({
    selector: head.replace(/\/\*[^]*?\*\/|@import[^;]*;/g, '').trim(),
    tokens: Object.fromEntries(
      [...body.matchAll(/(--m-[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [
        name,
        value,
      ]),
    ),
  }))
  .filter(({ selector, tokens }) => Object.keys(tokens).length > 0 && !/surface/.test(selector))
  .toSorted((one, other) => weight(one) - weight(other))

function weight({ selector }: Rule): number {
  return selector.includes('color-scheme="dark"') ? 1 : 0
}

/** The tokens in force for these attributes of the page, without references among them. */
function tokensOf(attributes: Readonly<Record<string, string>>): (name: string) => string {
  const page = document.createElement('div')
  for (const [name, value] of Object.entries(attributes)) page.setAttribute(name, value)
  const inForce = rules.filter(({ selector }) => page.matches(selector.replaceAll(':root', 'div')))
  const tokens: Tokens = Object.assign({}, ...inForce.map((rule) => rule.tokens))
  const read = (name: string): string => {
    const value = tokens[name]
    if (value === undefined) throw new Error(`no token ${name}`)
    return value.replace(/var\((--m-[\w-]+)\)/g, (_, other: string) => read(other))
  }
  return read
}

const schemes = ['light', 'dark'] as const
const combinations = themeNames.flatMap((theme) =>
  schemes.flatMap((scheme) =>
    (['none', 'decorated'] as const).map((picture) => ({ theme, scheme, picture })),
  ),
)

/** Text (4.5) and what is no text but must be seen (3), each on all its grounds. */
const pairs = [
  { least: 4.5, marks: ['text', 'muted'], grounds: ['body', 'surface', 'hover'] },
  { least: 4.5, marks: ['link'], grounds: ['body', 'surface', 'hover', 'soft'] },
  { least: 4.5, marks: ['text'], grounds: ['soft'] },
  { least: 4.5, marks: ['danger', 'success', 'warning'], grounds: ['body', 'surface', 'hover'] },
  // A tag, which may stand on any ground: its own covers that.
  { least: 4.5, marks: ['success'], grounds: ['success-soft'] },
  { least: 4.5, marks: ['warning'], grounds: ['warning-soft'] },
  { least: 4.5, marks: ['danger'], grounds: ['danger-soft'] },
  { least: 4.5, marks: ['text', 'muted'], grounds: ['away-soft'] },
  { least: 4.5, marks: ['text'], grounds: ['success-soft', 'warning-soft', 'danger-soft'] },
  // A chosen row.
  { least: 4.5, marks: ['muted', 'danger', 'success', 'warning'], grounds: ['soft'] },
  { least: 4.5, marks: ['on-fill'], grounds: ['fill', 'fill-hover', 'danger-fill'] },
  { least: 4.5, marks: ['menu-active-text'], grounds: ['menu-active'] },
  { least: 4.5, marks: ['menu-text'], grounds: ['menu-base', 'menu-hover'] },
  { least: 4.5, marks: ['menu-muted'], grounds: ['menu-base'] },
  {
    least: 3,
    marks: ['edge', 'focus', 'fill', 'danger-fill', 'data'],
    grounds: ['body', 'surface'],
  },
  // A version in its part of a bar.
  { least: 4.5, marks: ['surface'], grounds: ['data'] },
  { least: 3, marks: ['menu-mark'], grounds: ['menu-base'] },
] as const

it('every theme reads well on the page and in the menu, light and dark', () => {
  const poor = combinations.flatMap(({ theme, scheme, picture }) => {
    const token = tokensOf({
      'data-theme': theme,
      'data-mantine-color-scheme': scheme,
      'data-menu-background': picture,
    })
    const colour = (name: string) => readColour(token(`--m-${name}`))
    return pairs.flatMap(({ least, marks, grounds }) =>
      marks.flatMap((mark) =>
        grounds.flatMap((ground) => {
          const base = colour(ground === 'menu-hover' ? 'menu-base' : 'surface')
          const ratio = contrast(colour(mark), over(colour(ground), base))
          return ratio < least ? [`${theme} ${scheme}: ${mark} on ${ground} ${ratio}`] : []
        }),
      ),
    )
  })
  expect(poor).toEqual([])
})

/** What may lie under a text of the menu: the plain ground, points of a gradient, the picture. */
function menuGrounds(token: (name: string) => string): readonly Colour[] {
  const stops = [
    ...token('--m-menu-gradient').matchAll(/linear-gradient\((.+?\)?), (.+?\)?)\)(?:,|$)/g),
  ]
  const base = readColour(token('--m-menu-base'))
  const points = stops.length
    ? Array.from({ length: 21 }, (_, index) =>
        stops.reduceRight(
          (below, [, from = '', to = '']) =>
            over(between(readColour(from), readColour(to), index / 20), below),
          base,
        ),
      )
    : [base]
  if (token('--m-menu-picture') === 'none') return points
  const [, stroke = '', cover = ''] =
    /stroke="(#\w+)" stroke-opacity="([\d.]+)"/.exec(pattern) ?? []
  const [red, green, blue] = readColour(stroke)
  const drawn: Colour = [red, green, blue, Number(cover)]
  return [...points, ...points.map((point) => over(drawn, point))]
}

it("the menu's texts read well wherever its gradient and its picture put them", () => {
  const poor = combinations.flatMap(({ theme, scheme, picture }) => {
    const token = tokensOf({
      'data-theme': theme,
      'data-mantine-color-scheme': scheme,
      'data-menu-background': picture,
    })
    const colour = (name: string) => readColour(token(`--m-${name}`))
    const worst = (mark: string, grounds: readonly Colour[]) =>
      Math.min(...grounds.map((ground) => contrast(colour(mark), ground)))
    const grounds = menuGrounds(token)
    const hovered = grounds.map((ground) => over(colour('menu-hover'), ground))
    const found = {
      text: worst('menu-text', grounds),
      muted: worst('menu-muted', grounds),
      hovered: worst('menu-text', hovered),
      // A mark is no text: 3 is enough.
      mark: worst('menu-mark', grounds) * 1.5,
    }
    return Object.entries(found)
      .filter(([, ratio]) => ratio < 4.5)
      .map(([what, ratio]) => `${theme} ${scheme} ${picture}: ${what} ${ratio}`)
  })
  expect(poor).toEqual([])
})

/** White on a tile: it need not stand out as a text does, but it may not drown. */
const leastOfTile = 1.75

it('the brand mark is seen on every menu', () => {
  const unseen = combinations.flatMap(({ theme, scheme, picture }) => {
    const token = tokensOf({
      'data-theme': theme,
      'data-mantine-color-scheme': scheme,
      'data-menu-background': picture,
    })
    const tile = readColour(token('--m-menu-tile'))
    const sign = contrast(readColour(token('--m-menu-sign')), tile)
    const seen = Math.min(...menuGrounds(token).map((ground) => contrast(tile, ground)))
    return sign < 4.5 || seen < leastOfTile
      ? [`${theme} ${scheme} ${picture}: ${sign} ${seen}`]
      : []
  })
  expect(unseen).toEqual([])
})

it('keeps the hues, the dark menu and the gradient that were decided', () => {
  const token = (theme: string, name: string) =>
    tokensOf({ 'data-theme': theme, 'data-mantine-color-scheme': 'light' })(name)
  const hues = { blue: '#1890ff', green: '#41b584', purple: '#6954f0', red: '#f34d37' }
  for (const [hue, value] of Object.entries(hues)) {
    expect(token(`${hue}-white`, '--m-primary')).toBe(value)
    expect(token(`${hue}-white`, '--m-menu-base')).toBe('#fff')
    expect(token(`${hue}-black`, '--m-menu-base')).toBe('#282c34')
    expect(token(`${hue}-black`, '--m-menu-text')).toBe('rgb(255 255 255 / 95%)')
  }
  expect(token('background', '--m-menu-base')).toBe('#282c34')
  expect(token('ocean', '--m-menu-gradient')).toContain('linear-gradient(#006cff, #399efd)')
  expect(token('blue-white', '--m-radius')).toBe('2.5px')
})

it('puts what is chosen on a ground below the pointer that its text is read on', () => {
  const { light, dark } = fromTokens(mergeMantineTheme(DEFAULT_THEME, theme))
  for (const colours of [light, dark])
    for (const hue of ['brand', 'red'])
      expect(colours[`--mantine-color-${hue}-light-hover`]).toBe(
        colours[`--mantine-color-${hue}-light`],
      )
})
