import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { checkConfig } from './config.ts'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const least = { server: 'https://tms.example.com', state: '/var/lib/muster-agent' }
const upgrade = { run: ['/opt/upgrade', '{file}'] }

it('takes the settings that its README shows', () => {
  const [, shown = ''] = /```json\n(.*?)```/s.exec(readme) ?? []
  const config = checkConfig(JSON.parse(shown), 'README.md')
  // A single word would be taken for an option, or for the name of a file.
  expect(config.message?.run).toEqual(['wall', '--', '{title}', '{text}'])
})

it.each([
  [
    'an upgrade that nobody looks at',
    { handlers: { UPGRADE: upgrade } },
    'handlers.UPGRADE.check: must name a program that ends with 0 where the new version runs and is well',
  ],
  [
    'a placeholder within a word',
    { message: { run: ['wall', 'say {text}'] } },
    'message.run: a placeholder must be an argument of its own, like "{file}"',
  ],
  [
    'a placeholder of another place',
    { reboot: { run: ['reboot', '{file}'] } },
    'reboot.run: {file} is no placeholder here; there is none',
  ],
  [
    'a program as one text',
    { reboot: { run: 'systemctl reboot' } },
    'reboot.run: must be a list of arguments',
  ],
  ['a word that is no setting', { restart: {} }, 'restart is no setting of the agent'],
])('says what is wrong with %s', (_, more, sentence) => {
  expect(() => checkConfig({ ...least, ...more }, 'x')).toThrow(`x: ${sentence}`)
})

it('takes an upgrade that is looked at, and an application that is not', () => {
  const handlers = { UPGRADE: { ...upgrade, check: ['/opt/is-well'] }, APP_INSTALL: upgrade }
  expect(checkConfig({ ...least, handlers }, 'x').handlers['UPGRADE']?.seconds).toBe(1800)
})
