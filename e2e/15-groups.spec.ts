import { shippedTexts } from '@muster/contract/texts'
import { expect, type Locator, type Page } from '@playwright/test'
import { nothingLoads, open, settled, sharedPage, test } from './people.ts'
import { hiddenParts, violations } from './walk.ts'

const row = 'tbody tr[data-row]:visible'

/** Each language and each width once. */
const looks = [
  { language: 'en', width: 1440 },
  { language: 'ar-IQ', width: 390 },
] as const

for (const { language, width } of looks)
  test.describe(`in ${language} at ${width} pixels`, () => {
    const colorScheme = language === 'en' ? 'light' : 'dark'
    const shared = sharedPage({ language, colorScheme })
    const say = (key: string): string => shippedTexts[language]?.[key] ?? key

    const digits = (number: number): string => new Intl.NumberFormat(language).format(number)

    /** A screen of the estate at this width, with all that it shows at first. */
    async function show(path: string): Promise<Page> {
      const page = shared()
      await page.setViewportSize({ width, height: 900 })
      await open(page, path)
      await settled(page, path.replace(/\?.*/, ''))
      return page
    }
    async function isWell(page: Page): Promise<void> {
      expect(await violations(page)).toEqual([])
      expect(await hiddenParts(page)).toEqual([])
    }

    test('a group is built of conditions, shows whom it finds, and is saved', async () => {
      const page = await show('/device/group')
      const name = `Rule ${language} ${width}`
      const panel = page.locator('main section[data-path]:visible')
      await panel.getByRole('button', { name: say('kit.add'), exact: true }).click()
      const dialog = page.getByRole('dialog', { name: say('group.add') })
      const preview = dialog.getByRole('region', { name: say('group.preview'), exact: true })
      await dialog.getByLabel(say('group.name')).fill(name)
      await choose(dialog.getByRole('combobox', { name: say('group.organization') }), {
        of: 'Platform',
      })
      await dialog.getByRole('button', { name: say('group.filter.addCondition') }).click()
      await choose(dialog.getByRole('combobox', { name: say('group.filter.field') }), {
        of: say('filter.field.sn'),
        // The list that is open, too; it covers a part of the buttons below it.
        look: async () => {
          const found = await violations(page)
          expect(found.filter((one) => !one.startsWith('target-size'))).toEqual([])
        },
      })
      const first = dialog.getByRole('group', {
        name: say('group.filter.conditionAt').replace('{place}', digits(1)),
        exact: true,
      })
      await first.getByLabel(say('group.filter.operator')).selectOption('begins')
      await first.getByLabel(say('group.filter.value')).fill('DEMO-00001')
      await expect(preview.locator('tbody tr')).toHaveCount(10)
      await expect(preview.getByRole('heading')).toContainText(digits(10))
      await isWell(page)

      await dialog.getByRole('button', { name: say('group.filter.addGroup') }).click()
      const nestedName = say('group.filter.groupAt').replace('{place}', digits(2))
      const nested = dialog.getByRole('group', { name: nestedName, exact: true })
      await choose(nested.getByRole('combobox', { name: say('group.filter.field') }).first(), {
        of: say('filter.field.sn'),
      })
      await nested.getByLabel(say('group.filter.operator')).selectOption('is')
      await nested.getByLabel(say('group.filter.value')).fill('DEMO-000012')
      await expect(preview.locator('tbody tr')).toHaveCount(1)
      await expect(preview.getByRole('heading')).toHaveText(say('group.preview.count_one'))
      await isWell(page)
      const remove = say('group.filter.remove').replace('{name}', nestedName)
      await dialog.getByRole('button', { name: remove, exact: true }).click()
      await expect(preview.locator('tbody tr')).toHaveCount(10)
      await dialog.getByRole('button', { name: say('kit.undo') }).click()
      await expect(preview.locator('tbody tr')).toHaveCount(1)

      await page.keyboard.press('Escape')
      const question = page.getByRole('dialog', { name: say('kit.discardTitle') })
      await question.getByRole('button', { name: say('kit.cancel') }).click()
      await dialog.getByRole('button', { name: say('kit.add'), exact: true }).click()
      await expect(dialog).toBeHidden()
      await expect(page.locator(row).filter({ hasText: name })).toBeVisible()
      await nothingLoads(page)
      await isWell(page)
    })
  })

interface Chosen {
  readonly of: string
  /** Looks at the list while it is open. */
  readonly look?: () => Promise<void>
}

/** Chooses one of the open list of a field. */
async function choose(field: Locator, { of, look }: Chosen): Promise<void> {
  await field.click()
  const option = field.page().getByRole('option', { name: of })
  await expect(option.first()).toBeVisible()
  await look?.()
  await option.first().click()
}
