import { test as base, expect, type Page } from '@playwright/test'

const mark = 'content policy broken:'

/**
 * The test function of every browser test: fails the test at its end when any page of it broke the
 * content security policy or Trusted Types, whatever else the test looks at.
 */
export const test = base.extend<{ policyKept: undefined }>({
  policyKept: [
    async ({ context }, use) => {
      const broken: string[] = []
      context.on('console', (message) => {
        if (message.text().startsWith(mark)) broken.push(message.text())
      })
      await context.addInitScript((start) => {
        addEventListener('securitypolicyviolation', (event) => {
          const { effectiveDirective, blockedURI, sourceFile, sample } = event
          console.error(start, effectiveDirective, blockedURI, sourceFile, sample)
        })
      }, mark)
      await use(undefined)
      expect(broken, 'violations of the content security policy').toEqual([])
    },
    { auto: true },
  ],
})

export const url = (): string => process.env['MUSTER_E2E_URL'] ?? ''
/** The folder that the console is served from. */
export const consoleFolder = (): string => process.env['MUSTER_E2E_CONSOLE'] ?? ''
export const oneTimePassword = (): string => process.env['MUSTER_E2E_PASSWORD'] ?? ''
/** What the administrator chooses at the first sign-in. */
export const password = 'terminals by the river'

/** Opens the console in a language and signs in as the administrator. */
export async function signIn(page: Page, language: 'en' | 'ar-IQ' = 'en'): Promise<void> {
  await page.addInitScript((code) => localStorage.setItem('language', code), language)
  await page.goto(url())
  await page.locator('input[autocomplete=username]').fill('admin')
  await page.locator('input[autocomplete=current-password]').fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation').first()).toBeVisible()
}

/** Goes to a screen by its address. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${url()}/#${path}`)
}

/** What the page logged as errors; a test that expects none compares it with nothing at its end. */
export function watchForFaults(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  return faults
}
